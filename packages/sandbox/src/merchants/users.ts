// Users of merchants: the customers who have accounts.
import type { UserLookup } from '@custody-wallet/types'

import { ExistsError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { Work } from '../work.ts'

export interface SandboxUser {
  readonly uid: number
  readonly nickname: string
  readonly email: string
  readonly country: string
  readonly mobile: string
}

export interface NewUser {
  readonly nickname?: string | undefined
  readonly email?: string | undefined
  readonly country?: string | undefined
  readonly mobile?: string | undefined
}

/** Finds a user by e-mail address or mobile number. If both are given, they must belong to the same user. */
export function findUser(
  db: Database,
  appId: string,
  { email = '', mobile = '', country = '' }: UserLookup,
): Promise<Pick<SandboxUser, 'nickname' | 'uid'> | undefined> {
  let query = db.selectFrom('users').select(['uid', 'nickname']).where('app_id', '=', appId)
  if (email !== '') query = query.where('email', '=', email)
  if (mobile !== '') query = query.where('mobile', '=', mobile).where('country', '=', country)
  return query.executeTakeFirst()
}

/** Creates a user of a merchant. */
export async function createUser(
  { db, now }: Work,
  appId: string,
  { nickname = '', email = '', country = '', mobile = '' }: NewUser,
): Promise<SandboxUser> {
  if (mobile !== '' && country === '')
    throw new TypeError('The mobile number has no country: set country to a calling code such as 86.')
  await checkNewUser(db, appId, { email, country, mobile })
  const { uid } = await db
    .insertInto('users')
    .values({ app_id: appId, nickname, email, country, mobile, created_at: now })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return { uid, nickname, email, country, mobile }
}

// Omit personal data: the error may be logged.
async function checkNewUser(
  db: Database,
  appId: string,
  { email, country, mobile }: { readonly email: string; readonly country: string; readonly mobile: string },
): Promise<void> {
  const findUid = async (lookup: UserLookup) => (await findUser(db, appId, lookup))?.uid
  const [byEmail, byMobile] = [
    email === '' ? undefined : await findUid({ email }),
    mobile === '' ? undefined : await findUid({ mobile, country }),
  ]
  if (byEmail !== undefined) throw new ExistsError(`User ${byEmail} has this e-mail address already: use another one.`)
  if (byMobile !== undefined) throw new ExistsError(`User ${byMobile} has this mobile number already: use another one.`)
}

export async function hasUser(db: Database, appId: string, uid: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('uid')
    .where('app_id', '=', appId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

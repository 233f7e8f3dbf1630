import { findUser } from '../merchants/users.ts'
import { reject } from '../rules/rejection.ts'
import type { CallHandlers } from './calls.ts'

export const userCalls: CallHandlers<'findUser'> = {
  async findUser({ db }, parameters, { appId }) {
    const user = await findUser(db, appId, parameters)
    return (
      user ?? reject('findUser', 'user-exists', 'no user of this merchant has this e-mail address or mobile number.')
    )
  },
}

import { merchantOf } from '../merchants/rows.ts'
import { createUser, type NewUser, type SandboxUser } from '../resources/users.ts'
import type { ControlContext, OfMerchant } from './context.ts'

/** Customers of merchants. */
export interface UsersControl {
  /** Creates a user; of the first demo merchant unless `appId` is given. */
  readonly create: (user: OfMerchant<NewUser>) => Promise<SandboxUser>
}

export const usersControl = ({ run, appId }: ControlContext): UsersControl => ({
  create: ({ appId: owner = appId, ...user }) =>
    run(async (work) => {
      await merchantOf(work.db, owner)
      return createUser(work, owner, user)
    }),
})

import { getMerchant } from '../merchants/rows.ts'
import { type SandboxUser, type NewUser, createUser } from '../merchants/users.ts'
import type { ControlContext, MerchantScoped } from './context.ts'

/** Control calls for users, the customers of merchants. */
export interface UsersControl {
  /** Creates a user. Default merchant: the first demo merchant. */
  readonly create: (user: MerchantScoped<NewUser>) => Promise<SandboxUser>
}

export const createUsersControl = ({ run, appId }: ControlContext): UsersControl => ({
  create: ({ appId: owner = appId, ...user }) =>
    run(async (work) => {
      await getMerchant(work.db, owner)
      return createUser(work, owner, user)
    }),
})

/** One way to break the small description, and the problem that this makes. */
export interface Break {
  readonly breaks: string
  readonly file: string
  readonly replace: string
  readonly by: string
  readonly rule: string
  readonly says: RegExp
  /** The line that the problem points to, as the broken file has it. */
  readonly line: string
  /** The file of that line, where it is not the broken one. */
  readonly pointsTo?: string
  /** Other rules that see something wrong too. */
  readonly besides?: readonly string[]
}

export const base = 'base.yaml'
export const token = 'paths/open-api@v1@merchant@token.yaml'
export const v2 = 'paths/api@v2@billing@withdrawList.yaml'
export const mpc = 'paths/api@mpc@stakes.yaml'
export const v1 = 'paths/api@v1@deposit@notify.yaml'
export const lookup = 'schemas/WithdrawalLookup.yaml'
export const notification = 'schemas/DepositNotification.yaml'
export const answer = 'schemas/Answer.yaml'
export const withdrawal = 'schemas/Withdrawal.yaml'
export const stakes = 'schemas/StakesAfter.yaml'
export const fields = 'schemas/fields.yaml'
export const servers = 'servers.yaml'
export const pages = 'schemas/Stakes.yaml'
export const states = 'schemas/states.yaml'

/**
 * The custody service with state: every call of the interface, a chain, a clock and a ledger, in-process or on ports.
 *
 * @example
 * ```ts
 * import { createSandbox } from '@custody-wallet/sandbox'
 *
 * const sandbox = await createSandbox()
 * await sandbox.control.time.advance('1h')
 * console.log(new Date(sandbox.control.time.now()).toISOString())
 * await sandbox.close()
 * ```
 *
 * @module
 */
export {
  type ClientSettings,
  createSandbox,
  type Sandbox,
  type SandboxListenOptions,
  type SandboxMerchant,
  type SandboxServers,
} from './sandbox.ts'
export type { SandboxOptions } from './options.ts'
export type { Control } from './control/control.ts'
export type { FaultsControl, FaultDetails } from './control/faults.ts'
export type { NewFault } from './faults/rows.ts'
export type { LoggedFault, LoggedRequest, DuplicateKind, RequestsControl } from './control/log.ts'
export type {
  CreatedMerchant,
  MerchantChange,
  MerchantsControl,
  NewMerchant,
  MerchantDetails,
  UpdatedMerchant,
} from './control/merchants.ts'
export type {
  NewNotifications,
  NotificationPage,
  NotificationsControl,
  NotificationWithLog,
  NotificationDetails,
} from './control/notifications.ts'
export type { MerchantPublicKey, MerchantPublicKeys } from './merchants/keys.ts'
export type { FailureName, FaultKind } from './store/values.ts'
export type { NotificationSettings } from './outbox/settings.ts'
export type { LoggedAttempt } from './delivery/sender.ts'
export { ExistsError, MissingError } from './errors.ts'
export { DataError } from './store/data-error.ts'

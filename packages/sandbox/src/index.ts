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
  type SandboxMerchant,
  type SandboxOptions,
} from './sandbox.ts'
export type { Control } from './control/control.ts'
export { DataError } from './store/data-error.ts'

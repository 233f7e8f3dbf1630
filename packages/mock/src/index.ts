/**
 * A mock of the custody interface: plain JSON for front ends, encrypted messages for back ends, in-process or on a port.
 *
 * @example
 * ```ts
 * import { createMock } from '@custody-wallet/mock'
 *
 * const mock = createMock()
 * const { url } = await mock.listen()
 * console.log((await fetch(`${url}/api/mpc/wallet/open_coin`)).status)
 * await mock.close()
 * ```
 *
 * @module
 */
export { type Demo, loadDemoMerchants, type DemoOptions, type MerchantName, StateError } from '@custody-wallet/demo'
export { ListenError, type RunningServer } from '@custody-wallet/server/core'
export { createMock, type Mock, type MockOptions, type ListenOptions } from './mock.ts'
export type { WireOptions } from './wire/app.ts'
export type { FaultOptions } from './plain/faults.ts'

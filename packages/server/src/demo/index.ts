/**
 * Demo merchants with keys of this installation, for mocks, sandboxes and tests. Their keys protect nothing.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createService } from '@custody-wallet/server'
 * import { loadDemoMerchants } from '@custody-wallet/server/demo'
 *
 * const demo = loadDemoMerchants({ directory: mkdtempSync(join(tmpdir(), 'demo-')) }) // leave it out to keep them
 * const { parties, apiKeys } = demo.wire
 * const merchants = new Map(parties.map((party, at) => [party.profile.appId, { party, apiKeys: apiKeys.slice(at, at + 1) }]))
 * console.log(createService({ merchants, handlers: {}, partial: true }).tokens.grant('demo-modern').expired_time)
 * ```
 *
 * @module
 */
export { buildMerchantVariables } from './credentials.ts'
export { type Demo, loadDemoMerchants, type DemoOptions, type DemoWire } from './demo.ts'
export {
  type DemoKeys,
  loadDemoKeys,
  isMerchantKeys,
  generateApiKey,
  generateMerchantKeys,
  generatePlatformKeys,
  type MerchantKeys,
  type MerchantName,
  merchantNames,
  type PlatformKeys,
  type SideKeys,
  getStateDirectory,
} from './keys.ts'
export { keyIds, createDemoParty, createPlatformProfile, type Side } from './parties.ts'
export { runInFolder, StateError } from './state-error.ts'

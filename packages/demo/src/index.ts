/**
 * Demo merchants with keys of this installation, for mocks, sandboxes and tests. Their keys protect nothing. Internal: it may
 * change in any version.
 *
 * @example
 * ```ts
 * import { mkdtempSync, readdirSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { loadDemoMerchants } from '@custody-wallet/demo'
 *
 * const demo = loadDemoMerchants({ directory: mkdtempSync(join(tmpdir(), 'demo-')) }) // leave it out to keep them
 * console.log(readdirSync(demo.write('http://127.0.0.1:4011'))) // [ 'classic', 'modern' ]
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

// Before 22.20 and 24.5, Node rejected PKCS#1 v1.5 blocks, or opened them without implicit rejection. The built package
// must throw an error before it decrypts a message.
import { rmSync } from 'node:fs'

import { afterAll, expect, test } from 'vitest'

import { folder, findNode, runCode } from './old-nodes.ts'

const versions = [
  ['22.19.0', 'rejected'],
  ['22.20.0', 'works'],
  ['24.4.1', 'rejected'],
  ['24.5.0', 'works'],
] as const

const binaries = new Map<string, string | undefined>()
for (const [version] of versions) binaries.set(version, await findNode(version))

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const writeRoundTrip = (profile: 'classic' | 'modern', more: string = ''): string => `
  import { createParty, readEnvelope } from '@custody-wallet/encryption'
  import { modern } from '@custody-wallet/encryption/modern'
  import { classic, oaepEnvelopes } from '@custody-wallet/encryption/classic'
  import { generateKeys } from '@custody-wallet/encryption/keys'

  const keys = { shop: generateKeys({ bits: 2048 }), platform: generateKeys({ bits: 2048 }) }
  const createSide = (own, peer) => createParty(${profile}({
    appId: 'demo-shop', party: { own, peer }, keys: { own: keys[own], peer: keys[peer] }, ${more}
  }))
  try {
    const [shop, platform] = [createSide('shop', 'platform'), createSide('platform', 'shop')]
    const { path, body } = await shop.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const opened = await platform.openRequest('pullWithdrawals', path, readEnvelope(new TextEncoder().encode(body)))
    console.log(process.version, JSON.stringify(opened.parameters))
  } catch (error) {
    console.log(process.version, error.name, error.message)
  }
`

const sentence =
  'TypeError This runtime does not open PKCS#1 v1.5 blocks safely: it lacks implicit rejection. Use Node 22.20+, 24.5+ or 26.'
const fates = { rejected: sentence, works: '{"symbol":"BTC"}' }

for (const [version, fate] of versions) {
  const binary = binaries.get(version) ?? ''

  test.skipIf(binary === '')(`under Node ${version} classic ${fate}`, async () => {
    expect(await runCode(binary, writeRoundTrip('classic'))).toBe(`v${version} ${fates[fate]}`)
  })

  test.skipIf(binary === '')(`under Node ${version} classic with OAEP envelopes works`, async () => {
    const code = writeRoundTrip('classic', 'dialect: oaepEnvelopes')
    expect(await runCode(binary, code)).toBe(`v${version} ${fates.works}`)
  })

  test.skipIf(binary === '')(`under Node ${version} modern works`, async () => {
    expect(await runCode(binary, writeRoundTrip('modern'))).toBe(`v${version} ${fates.works}`)
  })
}

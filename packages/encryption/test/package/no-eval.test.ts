// Tests the built package. `npm test` builds before it tests.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { beforeAll, describe, expect, test } from 'vitest'

import manifest from '../../package.json' with { type: 'json' }

const run = (code: string, ...flags: readonly string[]) =>
  promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', code], {
    cwd: new URL('../..', import.meta.url),
  })

const noEval = '--disallow-code-generation-from-strings'

// One request and response of each family under both profiles, also through the gateway.
const roundTrips = `
  import { createParty, readEnvelope, readQuery } from '@custody-wallet/encryption'
  import { createSealingFetch } from '@custody-wallet/encryption/fetch'
  import { modern } from '@custody-wallet/encryption/modern'
  import { classic } from '@custody-wallet/encryption/classic'
  import { describeProfile } from '@custody-wallet/encryption/describe'
  import { createGateway } from '@custody-wallet/encryption/gateway'
  import vectors from '@custody-wallet/encryption/vectors/modern.json' with { type: 'json' }

  const calls = [
    ['getAccount', { uid: 1, symbol: 'BTC' }, { code: '100004', msg: 'no such user' }],
    ['listMpcWithdrawals', { ids: ['a', 'b'] }, []],
    ['pullWithdrawals', { symbol: 'BTC' }, { code: 0, msg: 'success', data: [] }],
  ]
  const build = { modern, classic }
  const { keys } = vectors
  const pickHalves = ({ encryption, signature }, half) => ({ encryption: encryption[half], signature: signature[half] })
  const createSide = (name, own, peer) => createParty(build[name]({
    appId: 'demo-shop', party: { own, peer }, keys: { own: pickHalves(keys[own], 'private'), peer: pickHalves(keys[peer], 'public') },
  }))
  for (const name of Object.keys(build)) {
    const [shop, platform] = [createSide(name, 'merchant', 'platform'), createSide(name, 'platform', 'merchant')]
    for (const [id, parameters, response] of calls) {
      const sealed = await shop.sealRequest(id, parameters)
      const { body, query, path } = sealed
      const bytes = (text) => new TextEncoder().encode(text)
      const frame = body ? readEnvelope(bytes(body)) : readQuery(new URLSearchParams(query))
      const opened = await platform.openRequest(id, path, frame)
      const respond = createGateway({ findParty: () => platform, handler: () => Response.json(response) })
      const url = 'http://service.example' + path + (query && '?' + query)
      const sent = await respond(new Request(url, body ? { method: 'POST', body } : {}))
      const back = await shop.openResponse(sealed, bytes(await sent.text()))
      const same = JSON.stringify([opened.parameters, back.response]) === JSON.stringify([parameters, response])
      console.log(name, id, String(same), back.assurance)
    }
    console.log(String(describeProfile(shop.profile).length > 1000), typeof createSealingFetch)
  }
`

test('every family works if code from strings is forbidden', async () => {
  const { stdout, stderr } = await run(roundTrips, noEval)
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toEqual([
    'modern getAccount true transport',
    'modern listMpcWithdrawals true transport',
    'modern pullWithdrawals true signature',
    'true function',
    'classic getAccount true blocks',
    'classic listMpcWithdrawals true blocks',
    'classic pullWithdrawals true signature',
    'true function',
  ])
})

test('the flag forbids code from strings', async () => {
  await expect(run('new Function("return 1")()', noEval)).rejects.toThrow('Code generation from strings disallowed')
})

const sentence =
  'A browser must not hold merchant keys: run @custody-wallet/encryption on a server, and let the front end speak plain JSON to it.'

const { exports } = manifest
const modules = Object.entries<string | Readonly<Record<string, string>>>(exports)
  .filter(([, target]) => !(typeof target === 'string' && target.endsWith('.json')))
  .map(([path]) => path.replace(/^\./, manifest.name))

describe('a browser', () => {
  const imports = modules.map(
    (entry) => `await import('${entry}').then(
      () => console.log('It loaded.'),
      (error) => console.log(error.name, error.message),
    )`,
  )
  let printed: readonly string[] = []

  beforeAll(async () => {
    const { stdout } = await run(imports.join('\n'), '--conditions=browser')
    printed = stdout.trim().split('\n')
  })

  test('gets an error from every module', () => {
    expect(modules.length).toBeGreaterThanOrEqual(7)
    expect(printed).toHaveLength(modules.length)
  })

  test.each(modules.map((entry, at) => [entry, at] as const))(
    'that imports %s gets the reason in one sentence',
    (_entry, at) => {
      expect(printed[at]).toBe(`TypeError ${sentence}`)
    },
  )
})

import { loadPrivateKey, loadPublicKey } from '@custody-wallet/encryption/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { causes } from '../../src/doctor/causes.ts'
import { createRejectionReader } from '../../src/doctor/sandbox-log.ts'
import { startService, type Service } from '../support/custody.ts'
import {
  setUrl,
  closeServers,
  getDemoVariables,
  diagnose,
  createLogOptions,
  runDoctor,
  startServer,
  removeVariables,
} from '../support/doctor.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
})
afterAll(async () => {
  closeServers()
  await here.close()
})

const ids = [
  ['CUSTODY_PEER_ENCRYPTION_KEY', 'the service does', 'read'],
  ['CUSTODY_OWN_SIGNATURE_KEY', 'the service does', 'read'],
  ['CUSTODY_OWN_ENCRYPTION_KEY', 'these settings do', 'v1'],
  ['CUSTODY_PEER_SIGNATURE_KEY', 'these settings do', 'v1'],
] as const

describe.each(ids)('without the id of %s,', (name, reader, stage) => {
  const variable = `${name}_ID`

  test('the cause is the id, and the message names the id and its variable', async () => {
    const demo = getDemoVariables(here, 'modern')
    const env = removeVariables(demo, variable)
    const load = name.includes('OWN') ? loadPrivateKey : loadPublicKey
    const use = name.includes('SIGNATURE') ? 'signature' : 'encryption'
    const thumbprint = load(demo[name] ?? '', use).kid
    const id = stage === 'read' ? thumbprint : demo[variable]
    const results = await runDoctor(env, createLogOptions(here))
    expect(results.find(({ verdict }) => verdict === 'problem')).toMatchObject({
      stage,
      saw: expect.stringContaining(`${reader} not know the key id ${id}: ${variable} is not set`),
      causes: ['key-id-unknown'],
    })
  })

  test('a wrong id is named, too', async () => {
    const results = await runDoctor(
      { ...getDemoVariables(here, 'modern'), [variable]: 'wrong-id' },
      createLogOptions(here),
    )
    expect(results.find(({ verdict }) => verdict === 'problem')?.saw).toContain(`${variable} is wrong-id`)
  })
})

test('the token of a sandbox reads its log on the control port that the sandbox announces', async () => {
  const { SANDBOX_CONTROL_URL: _url, ...env } = here.env
  const service = here.servers.wire.url
  const merchant = { ...getDemoVariables(here, 'classic'), CUSTODY_APP_ID: 'demo-modrn' }
  const lastRejection = createRejectionReader({ control: undefined, env, service })
  expect(await diagnose(merchant, { lastRejection })).toEqual([['read', 'app-id-unknown']])
})

test('the token does not go to another machine that a server announces', async () => {
  const asked: string[] = []
  const url = await startServer((request, response) => {
    asked.push(request.headers.authorization ?? 'no token')
    // The address leads to this server, but only loopback addresses are known to stay on this machine.
    response.end(`The console is here: http://0.0.0.0:${request.socket.localPort}/console/\n`)
  })
  const env = { ...here.env, SANDBOX_CONTROL_URL: '', CUSTODY_PORT_BASE: '65513' }
  await createRejectionReader({ control: undefined, env, service: url })()
  expect(asked).toEqual(['no token'])
})

test('a sandbox with another time has only the clock as a problem, with its next step', async () => {
  const moved = await startService()
  await moved.sandbox.control.time.advance('30d')
  expect(await diagnose(setUrl(getDemoVariables(here, 'modern'), moved.servers.wire.url))).toEqual([
    ['clock', 'clock-behind'],
  ])
  expect(causes['clock-behind']).toContain('If the clock of a sandbox was set forward, change nothing')
  await moved.close()
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { environment } from '@custody-wallet/client/env'
import { loadDemoKeys, buildMerchantVariables } from '@custody-wallet/demo'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { causes } from '../../src/doctor/causes.ts'
import { runCustodyHere, demoState, createFolder, startService, type Service } from '../support/custody.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
})
afterAll(() => here.close())

const folder = createFolder()

const createEnv = (name: 'classic' | 'modern', url: string = here.servers.wire.url) =>
  buildMerchantVariables(name, loadDemoKeys(demoState)[name], url)

const patient = ['--timeout', '600000']

describe('custody doctor', () => {
  test('ends with code 0 and a line for each stage', async () => {
    const { code, out } = await runCustodyHere(['doctor', ...patient, ...here.demo('modern')], {
      env: here.env,
    })
    expect([code, out.split('\n').filter((line) => line.startsWith('ok '))]).toEqual([
      0,
      expect.objectContaining({ length: 9 }),
    ])
  })

  test('ends with code 1, the next step and the skipped stages, in 80 columns', async () => {
    const file = join(folder, 'broken.env')
    const lines = Object.entries(createEnv('modern', here.servers.plain.url)).map(([name, value]) => `${name}=${value}`)
    writeFileSync(file, lines.join('\n'))
    const { code, out } = await runCustodyHere(['doctor', ...patient, '--env', file], { env: here.env })
    expect(code).toBe(1)
    expect(out).toContain('PROBLEM  addresses: CUSTODY_BASE_URL: plain JSON')
    expect(out).toContain(`next: Use the port for encrypted calls`)
    expect(out).toMatch(/^skipped {2}a v1 read: needs addresses/m)
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  test('prints one line of JSON per stage, and no keys', async () => {
    const { out } = await runCustodyHere(['doctor', '--json', ...patient, ...here.demo('classic')], {
      env: here.env,
    })
    const stages = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(stages).toHaveLength(9)
    expect(out).not.toContain(createEnv('classic')['CUSTODY_API_KEY'])
    expect(out).not.toMatch(/[\w+/]{100}/)
  })

  test('checks without a service with --offline', async () => {
    const { code, out } = await runCustodyHere(['doctor', '--offline', '--demo', 'modern'], { env: here.env })
    expect([code, out.trim().split('\n')]).toEqual([0, expect.objectContaining({ length: 4 })])
  })

  test('lists the variables', async () => {
    const { out } = await runCustodyHere(['doctor', '--variables'])
    expect(out).toContain('CUSTODY_PROFILE')
  })

  test('lists the variables as JSON with --json', async () => {
    const { out } = await runCustodyHere(['doctor', '--variables', '--json'])
    const lines = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines).toEqual(Object.entries(environment).map(([name, facts]) => ({ name, ...facts })))
  })
})

test('every cause has a next step that is a sentence', () => {
  expect(Object.values(causes).filter((step) => !step.endsWith('.'))).toEqual([])
})

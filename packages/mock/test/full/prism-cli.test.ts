// Prism's own program serves the contract as it stands, as the README says.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInFile } from '../../src/description/description.ts'
import { described } from '../support.ts'

const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'))
const args = [program, 'mock', '--port', '0', builtInFile()]
const prism = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
const ended = once(prism, 'close')
let url = ''

beforeAll(async () => {
  url = await new Promise<string>((resolve, reject) => {
    createInterface(prism.stdout).on('line', (line) => {
      const [, address] = /listening on (http:\S+)/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
    prism.once('close', () => reject(new Error('Prism ended before it listened.')))
  })
})

afterAll(async () => {
  prism.kill()
  await ended
})

const joined = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('%2C', ',')

const examples = described.flatMap((operation) =>
  operation.answers.map(({ name, value }) => ({ operation, id: operation.id, name, value })),
)

test('the command of the README asks no question, so it also runs without a terminal', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain('`npx -y @stoplight/prism-cli mock packages/types/openapi/plain.json`')
})

test.each(examples)('$id is answered with the example $name', async ({ operation, name, value }) => {
  const { method, requests } = operation
  const parameters = requests.get(name) ?? requests.get('typical') ?? {}
  const query = Object.entries(parameters).map(([key, given]) => `${key}=${joined(given)}`)
  const headers = { 'api-key': 'demo', 'content-type': 'application/json', prefer: `example=${name}` }
  const response =
    method === 'POST'
      ? await fetch(`${url}${operation.shownPath}`, { method, headers, body: JSON.stringify(parameters) })
      : await fetch(`${url}${operation.shownPath}?${query.join('&')}`, { headers })
  expect([response.status, await response.json()]).toEqual([200, value])
})

test('a request that breaks the contract is refused', async () => {
  expect((await fetch(`${url}/api/v2/billing/withdrawList?ids=`)).status).toBe(422)
  expect((await fetch(`${url}/open-api/v1/merchant/token`)).status).toBe(401)
})

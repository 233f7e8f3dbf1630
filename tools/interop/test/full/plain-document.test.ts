// Third-party tools must be able to read the plain document.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findBuiltInFile, readBuiltInDescription } from '../../../../packages/mock/src/description/description.ts'
import { listOperations } from '../../../../packages/mock/src/description/operations.ts'
import { listBlocks, usesGeneratedClient } from '../../../examples/blocks.ts'
import { createTemporaryFolder } from '../../../workspace/clean-up.ts'
import { start, type RunOptions } from '../../../workspace/processes.ts'
import { installCopy, run } from '../../../workspace/programs.ts'

const { resolve } = createRequire(import.meta.url)

const stack = new AsyncDisposableStack()
const { path: cwd } = stack.use(createTemporaryFolder('readers-'))
beforeAll(() => installCopy(new URL('../../readers/', import.meta.url), cwd))
afterAll(() => stack.disposeAsync())

const runNode = (...args: string[]): Promise<string> => run(process.execPath, args, cwd)
const runRead = async (...args: string[]): Promise<unknown> => JSON.parse(await runNode('read.js', ...args))

describe.each(['plain', 'wire'])('the %s document', (view) => {
  const file = resolve(`@custody-wallet/types/openapi/${view}.json`)

  test('fits the official schema of OpenAPI 3.1', async () => {
    expect(await runRead('fit', file)).toEqual({ valid: true })
  })

  test('is read and resolved by swagger-parser', async () => {
    expect(await runRead('resolve', file)).toHaveLength(17)
  })
})

describe('a client that another generator makes of the plain document', () => {
  const page = readFileSync(new URL('../../../../docs/typed-clients.md', import.meta.url), 'utf8')
  const samples = listBlocks({ path: 'docs/typed-clients.md', text: page }).filter(usesGeneratedClient)

  beforeAll(async () => {
    const compilerOptions = {
      outDir: 'compiled',
      strict: true,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
    }
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['client', '*.ts'] }))
    for (const [index, { code }] of samples.entries()) writeFileSync(join(cwd, `sample-${index}.ts`), code)
    mkdirSync(join(cwd, 'node_modules/@custody-wallet'), { recursive: true })
    for (const name of ['client', 'sandbox'])
      symlinkSync(
        dirname(resolve(`@custody-wallet/${name}/package.json`)),
        join(cwd, 'node_modules/@custody-wallet', name),
      )
    await runRead('generate', findBuiltInFile(), join(cwd, 'client'))
  })

  test('has every call', () => {
    const sdk = readFileSync(join(cwd, 'client/sdk.gen.ts'), 'utf8')
    for (const { id } of operations) expect(sdk).toContain(`export const ${id} =`)
  })

  test('compiles with the samples of the page, which run', async () => {
    expect(await runNode('node_modules/typescript/bin/tsc', '-p', cwd)).toBe('')
    const outputs = await Promise.all(samples.map((_sample, index) => runNode(`compiled/sample-${index}.js`)))
    expect(outputs).toEqual([expect.stringMatching(/^\d+\ntrue\n$/)])
  })

  test('is generated from the file that the page names', () => {
    const [, file = ''] = /`npx @hey-api\/openapi-ts -i node_modules\/(\S+) -o client`/.exec(page) ?? []
    expect(resolve(file.replace('/dist/', '/'))).toBe(resolve('@custody-wallet/types/openapi/plain.json'))
  })
})

const operations = listOperations(readBuiltInDescription())
const joinValue = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('%2C', ',')
const examples = operations.flatMap((operation) =>
  operation.responses.map(({ name, value }) => ({ operation, id: operation.id, name, value })),
)

describe("Prism's own program, as the README of the mock starts it", () => {
  let url = ''
  beforeAll(async () => {
    const where: RunOptions = { cwd, env: process.env, signal: new AbortController().signal }
    const program = 'node_modules/@stoplight/prism-cli/dist/index.js'
    const prism = stack.use(start([process.execPath, program, 'mock', '--port', '0', findBuiltInFile()], where))
    ;[, url = ''] = await prism.waitForOutput(/listening on (http:\S+)/)
  })

  test('runs without a terminal', () => {
    const readme = readFileSync(new URL('../../../../packages/mock/README.md', import.meta.url), 'utf8')
    expect(readme).toContain('`npx -y @stoplight/prism-cli mock packages/types/openapi/plain.json`')
  })

  test('is started with the published document, as the page about front ends says', () => {
    const text = readFileSync(new URL('../../../../docs/front-ends.md', import.meta.url), 'utf8')
    const [, file = ''] = /^npx -y @stoplight\/prism-cli mock node_modules\/(\S+)$/m.exec(text) ?? []
    expect(resolve(file.replace('/dist/', '/'))).toBe(findBuiltInFile())
  })

  test.each(examples)('responds to $id with the example $name', async ({ operation, name, value }) => {
    const { method, requests } = operation
    const parameters = requests.get(name) ?? requests.get('typical') ?? {}
    const query = Object.entries(parameters).map(([key, given]) => `${key}=${joinValue(given)}`)
    const headers = { 'api-key': 'demo', 'content-type': 'application/json', prefer: `example=${name}` }
    const response =
      method === 'POST'
        ? await fetch(`${url}${operation.shownPath}`, { method, headers, body: JSON.stringify(parameters) })
        : await fetch(`${url}${operation.shownPath}?${query.join('&')}`, { headers })
    expect([response.status, await response.json()]).toEqual([200, value])
  })

  test('rejects a request that breaks the contract', async () => {
    expect((await fetch(`${url}/api/v2/billing/withdrawList?ids=`)).status).toBe(422)
    expect((await fetch(`${url}/open-api/v1/merchant/token`)).status).toBe(401)
  })

  test('returns the same example for every id, and accepts unknown parameters', async () => {
    const list = async (query: string) => (await fetch(`${url}/api/v2/billing/withdrawList?${query}`)).json()
    const listed: unknown = await list('ids=other&misspelt=1')
    expect(listed).toMatchObject({ code: '0' })
    expect(await list('ids=order-1')).toEqual(listed)
  })
})

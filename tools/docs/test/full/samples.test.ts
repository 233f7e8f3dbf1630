import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { createMock, loadDemoMerchants } from '@custody-wallet/mock'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'

import { runInFolder } from '../../../examples/folder.ts'
import type { Addresses } from '../../samples/locations.ts'
import { createSamples } from '../../samples/samples.ts'
import { readResponse } from '../responses.ts'
import { contract, readSiteFile } from '../site.ts'

const run = promisify(execFile)
const isInstalled = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}
const isReady = isInstalled('curl')
if (!isReady) console.warn('\nSKIPPED: samples in a real shell. There is no curl here.\n')

test.runIf(process.env['CI'] === 'true')('CI has a curl', () => {
  expect(isReady).toBe(true)
})

describe.runIf(isReady)('in a real shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'custody-docs-'))
  const state = join(folder, 'custody-mock')
  const plain = createMock()
  const wire = createMock({ wire: loadDemoMerchants({ directory: state }).wire })
  let addresses: Addresses = { plain: '', wire: '' }

  beforeAll(async () => {
    addresses = { plain: (await plain.listen()).url, wire: (await wire.listen()).url }
    // Replaces npx, which would ask the registry, with the program of this repository.
    const program = fileURLToPath(new URL('../../../../packages/mock/dist/cli/main.js', import.meta.url))
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${program}' "$@"\n`)
    chmodSync(join(folder, 'bin/npx'), 0o755)
  })
  afterAll(async () => {
    await Promise.all([plain.close(), wire.close()])
    rmSync(folder, { recursive: true })
  })

  const runAndParse = async (code: string): Promise<unknown> => {
    const env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      XDG_STATE_HOME: folder,
      CURL_HOME: folder,
    }
    const { stdout } = await run('sh', ['-ec', code], { cwd: folder, env })
    return JSON.parse(stdout.replace(/^Wrote .*\n/, ''))
  }

  test.each(contract.calls)('curl gets the documented response of $id, plain and sealed', async (call) => {
    const shell = createSamples(call, addresses).filter(({ language }) => language === 'sh')
    expect(shell).toHaveLength(2)
    const [plainCurl, sealedCurl] = shell
    expect(await runAndParse(plainCurl?.code ?? '')).toEqual(call.response)
    expect(await runAndParse(sealedCurl?.code ?? '')).toEqual(readResponse(call))
  })
})

const hasPython = isInstalled('python3')
if (!hasPython) console.warn('\nSKIPPED: samples in Python. There is no python3 here.\n')

describe.runIf(hasPython)('in Python', () => {
  const mock = createMock()
  afterAll(() => mock.close())

  test('each sample prints the documented response', async () => {
    const addresses = { plain: (await mock.listen()).url, wire: '' }
    const codes = contract.calls.map(
      (call) => createSamples(call, addresses).find(({ name }) => name === 'python')?.code,
    )
    const { stdout } = await run('python3', ['-c', runEach, JSON.stringify(codes)])
    const responses: unknown = JSON.parse(stdout)
    expect(responses).toEqual(contract.calls.map(({ response }) => response))
  })
})

// One process for all samples, because starting Python is slow. Converts Python's notation to JSON.
const runEach = `
import ast, contextlib, io, json, sys
responses = []
for code in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, {"__name__": "__main__"})
    responses.append(ast.literal_eval(printed.getvalue()))
print(json.dumps(responses))
`

interface Language {
  readonly name: 'go' | 'java' | 'php'
  readonly file: string
  /** Runs the file. */
  readonly command: readonly string[]
}

const languages: readonly Language[] = [
  { name: 'php', file: 'sample.php', command: ['php'] },
  { name: 'go', file: 'sample.go', command: ['go', 'run'] },
  { name: 'java', file: 'Example.java', command: ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1'] },
]

// One call of each form: with a header, without parameters, with a list in the query, with a body.
const forms = new Set(['getToken', 'listNetworks', 'listWithdrawals', 'registerAddresses'])
const callsOfForms = contract.calls.filter(({ id }) => forms.has(id))

describe.each(languages)('in $name', ({ name, file, command: [program = '', ...options] }) => {
  const mock = createMock()
  afterAll(() => mock.close())

  test.runIf(isInstalled(program)).each(callsOfForms)('the sample of $id prints the documented response', (call) =>
    runInFolder(async (folder) => {
      const addresses = { plain: (await mock.listen()).url, wire: '' }
      const path = join(folder, file)
      writeFileSync(path, createSamples(call, addresses).find((sample) => sample.name === name)?.code ?? '')
      const { stdout } = await run(program, [...options, path], { env: { ...process.env, HOME: folder } })
      expect(JSON.parse(stdout)).toEqual(call.response)
    }),
  )
})

test.each(contract.calls)('the sample of $id with openapi-fetch prints the documented response', async (call) => {
  const mock = createMock()
  try {
    const addresses = { plain: (await mock.listen()).url, wire: '' }
    const { code = '' } = createSamples(call, addresses).find(({ name }) => name === 'openapi-fetch') ?? {}
    using log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await runInFolder(async (folder) => {
      const path = join(folder, 'sample.ts')
      writeFileSync(path, code)
      await import(pathToFileURL(path).href)
    })
    expect(log.mock.calls).toEqual([[call.response]])
  } finally {
    await mock.close()
  }
})

test.each(['plain', 'wire'] as const)('the %s document is equal as JSON and YAML', (view) => {
  expect(parse(readSiteFile(`openapi/${view}.yaml`))).toEqual(JSON.parse(readSiteFile(`openapi/${view}.json`)))
})

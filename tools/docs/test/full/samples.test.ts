// The samples as a reader runs them: in a real shell, with the real curl and the program of the mock.
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { createMock, demoMerchants } from '@custody-wallet/mock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import type { Places } from '../../samples/places.ts'
import { samplesOf } from '../../samples/samples.ts'
import { answeredBy } from '../answers.ts'
import { contract, file } from '../site.ts'

const run = promisify(execFile)
const has = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}
const ready = has('curl')
if (!ready) console.warn('\nSKIPPED: samples in a real shell. There is no curl here.\n')

test.runIf(process.env['CI'] === 'true')('CI has a curl', () => {
  expect(ready).toBe(true)
})

describe.runIf(ready)('in a real shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'custody-docs-'))
  const state = join(folder, 'custody-mock')
  const plain = createMock()
  const wire = createMock({ wire: demoMerchants({ directory: state }).wire })
  let places: Places = { plain: '', wire: '' }

  beforeAll(async () => {
    places = { plain: (await plain.listen()).url, wire: (await wire.listen()).url }
    // In the place of npx, which would ask the registry: the program of this repository.
    const program = fileURLToPath(new URL('../../../../packages/mock/dist/cli/main.js', import.meta.url))
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${program}' "$@"\n`)
    chmodSync(join(folder, 'bin/npx'), 0o755)
  })
  afterAll(async () => {
    await Promise.all([plain.close(), wire.close()])
    rmSync(folder, { recursive: true })
  })

  const printed = async (code: string): Promise<unknown> => {
    const env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      XDG_STATE_HOME: folder,
      CURL_HOME: folder,
    }
    const { stdout } = await run('sh', ['-ec', code], { cwd: folder, env })
    return JSON.parse(stdout.replace(/^Wrote .*\n/, ''))
  }

  test.each(contract.calls)('curl gets what the page of $id shows, plain and sealed', async (call) => {
    const shell = samplesOf(call, places).filter(({ language }) => language === 'sh')
    expect(shell).toHaveLength(2)
    const [plainCurl, sealedCurl] = shell
    expect(await printed(plainCurl?.code ?? '')).toEqual(call.answer)
    expect(await printed(sealedCurl?.code ?? '')).toEqual(answeredBy(call))
  })
})

const hasPython = has('python3')
if (!hasPython) console.warn('\nSKIPPED: samples in Python. There is no python3 here.\n')

describe.runIf(hasPython)('in Python', () => {
  const mock = createMock()
  afterAll(() => mock.close())

  test('each sample prints what its page shows', async () => {
    const places = { plain: (await mock.listen()).url, wire: '' }
    const codes = contract.calls.map(
      (call) => samplesOf(call, places).find(({ name }) => name === 'python')?.code,
    )
    const { stdout } = await run('python3', ['-c', runEach, JSON.stringify(codes)])
    const answers: unknown = JSON.parse(stdout)
    expect(answers).toEqual(contract.calls.map(({ answer }) => answer))
  })
})

// One process for all samples, as most of the time of a short program is its start. Python prints its own notation.
const runEach = `
import ast, contextlib, io, json, sys
answers = []
for code in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, {"__name__": "__main__"})
    answers.append(ast.literal_eval(printed.getvalue()))
print(json.dumps(answers))
`

test.each(['plain', 'wire'] as const)('%s comes as JSON and as YAML that says the same', (view) => {
  expect(parse(file(`openapi/${view}.yaml`))).toEqual(JSON.parse(file(`openapi/${view}.json`)))
})

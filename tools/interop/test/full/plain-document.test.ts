// The plain document is for everybody's tools, not for ours alone: others have to read it without a complaint.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

import SwaggerParser from '@apidevtools/swagger-parser'
import { createClient } from '@hey-api/openapi-ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, describe, expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const read = (view: string): Record<string, unknown> =>
  JSON.parse(readFileSync(require.resolve(`@custody-wallet/types/openapi/${view}.json`), 'utf8'))

// Inside this package, so that what is generated finds its imports; hidden, so that type checking passes it by.
const reports = join(import.meta.dirname, '../../reports')
mkdirSync(reports, { recursive: true })
const folder = mkdtempSync(join(reports, '.client-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(['plain', 'wire'])('the %s document', (view) => {
  test('fits the official schema of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(read(view))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('is read and resolved by swagger-parser', async () => {
    const document = await SwaggerParser.validate(read(view) as never)
    expect(Object.keys(document.paths ?? {})).toHaveLength(17)
  })
})

describe('a client that another generator makes of the plain document', () => {
  const input = join(folder, 'plain.json')
  const output = join(folder, 'client')
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'preserve',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
  }

  test('has every call and compiles', async () => {
    writeFileSync(input, JSON.stringify(read('plain')))
    await createClient({
      input,
      output,
      logs: { level: 'silent' },
      plugins: ['@hey-api/typescript', '@hey-api/sdk'],
    })
    const sdk = readFileSync(join(output, 'sdk.gen.ts'), 'utf8')
    for (const id of ['getToken', 'listWithdrawals', 'findUser', 'getStakingDetails', 'cancelWithdrawal'])
      expect(sdk).toContain(`export const ${id} =`)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['client'] }))
    const compiled = promisify(execFile)(process.execPath, [
      require.resolve('typescript/bin/tsc'),
      '-p',
      folder,
    ])
    await expect(compiled).resolves.toEqual({ stdout: '', stderr: '' })
  })
})

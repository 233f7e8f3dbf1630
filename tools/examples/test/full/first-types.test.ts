// The first program of each README that needs only our packages passes the compiler with the line that the README shows, beside the built packages.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { root } from '../../../workspace/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'first-types-'))
afterAll(() => rmSync(folder, { recursive: true }))
const modules = join(folder, 'node_modules')
for (const scope of ['@custody-wallet', '@types']) mkdirSync(join(modules, scope), { recursive: true })
symlinkSync(join(root, 'node_modules/@types/node'), join(modules, '@types/node'))
for (const name of readdirSync(join(root, 'packages')))
  symlinkSync(join(root, 'packages', name), join(modules, '@custody-wallet', name))

const readmes = ['README.md', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`)]
const pages = readmes
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  .filter(([, text]) => /`(?:first|service)\.mts`/.test(text))

test.each(pages)('%s', (_path, text) => {
  const programs = Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), ([, program = '']) => program)
  const program = programs.find((each) => !each.includes(`from 'openapi-fetch'`)) ?? ''
  const [, options = '', file = ''] = /`npx tsc ([-\w ]+) (\w+\.mts)`/.exec(text) ?? []
  expect([program.length > 0, options]).toEqual([true, expect.stringContaining('--strict')])
  writeFileSync(join(folder, file), program)
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compileFile = () => execFileSync(process.execPath, [compiler, ...options.split(' '), file], { cwd: folder })
  expect(compileFile).not.toThrow()
})

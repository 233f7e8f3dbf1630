import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { root } from '../../workspace/root.ts'
import { listNamesUnder } from './tables.ts'

const manifest = readFileSync(join(root, 'package.json'), 'utf8')
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(manifest)

const commands = Object.keys(scripts)
const installing = /^node tools\/pnpm\.js( --dir \S+)? (exec|--filter=\S+ sbom) /

const getScript = (command: string): string => /^npm (?:run )?(\S+)/.exec(command)?.[1] ?? command

const help = execFileSync(process.execPath, [join(root, 'tools/help.js')], { encoding: 'utf8' })

test('npm run help has one line for every command, and no other line', () => {
  const lines = [...help.matchAll(/^ {2}(npm .*?) {2,}\S/gm)].map(([, command = '']) => getScript(command))
  expect(lines.toSorted()).toEqual(commands.toSorted())
})

test('every command installs what it needs, except help and the steps of the gate', () => {
  const text = readFileSync(join(root, 'tools/help.js'), 'utf8')
  const [whole = '', steps = ''] = text.split('Single steps of the gate')
  const listNames = (part: string) => [...part.matchAll(/'(npm .*?)':/g)].map(([, command = '']) => getScript(command))
  for (const name of listNames(whole).filter((each) => each !== 'help')) expect(scripts[name]).toMatch(installing)
  for (const name of listNames(steps)) expect(scripts[name]).not.toContain('pnpm')
})

test('npm run help runs without installed packages', () => {
  const text = readFileSync(join(root, 'tools/help.js'), 'utf8')
  expect([...text.matchAll(/from '(?!node:)[^']*'|import\(|require\(/g)]).toEqual([])
})

test('README.md and help name the same address of `npm start`', () => {
  const [, places] = /^ {2}npm start +(serves docs \(port \d+\), .+)$/m.exec(help) ?? []
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`npm start   # ${places}\n`)
})

describe('CONTRIBUTING.md', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

  test('names existing commands', () => {
    const commandNames = [...text.matchAll(/\bnpm (?:run ([a-z:]+)|(?:start|test)\b)/g)].map(([found]) =>
      getScript(found),
    )
    expect(commandNames.length).toBeGreaterThan(10)
    expect(commandNames.filter((name) => !commands.includes(name))).toEqual([])
  })

  test('lists every package and every tool in its tree, and nothing else', () => {
    const toolFolders = listNamesUnder(text, 'The tools').filter((name) => name.endsWith('/'))
    const folders = globSync('{packages,tools}/*/package.json', { cwd: root }).map((path) => `${dirname(path)}/`)
    expect(toolFolders).toEqual(expect.arrayContaining(folders.map((path) => path.replaceAll('\\', '/'))))
    expect(toolFolders.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

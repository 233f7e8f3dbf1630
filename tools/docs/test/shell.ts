// A shell for the samples, in this process: what they need of a shell, of curl and of npx, and nothing more.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Mock } from '@custody-wallet/mock'

import { run } from '../../../packages/mock/src/cli/run.ts'

type Program = (args: readonly string[], input: string) => Promise<string> | string

/** Where commands run: servers by their address, a folder, and the keys of the demo merchants. */
export interface World {
  readonly servers: Readonly<Record<string, Mock['fetch']>>
  readonly folder: string
  readonly state: string
}

/** Runs a sample; what it prints is returned. Whatever fails is thrown. */
export async function shell(sample: string, world: World): Promise<string> {
  const folder = mkdtempSync(join(world.folder, 'sample-'))
  const variables = new Map<string, string>()
  const at = (name: string): string => join(folder, name)
  const programs: Readonly<Record<string, Program>> = {
    curl: (args) => curl(args, at, world),
    npx: (args, input) =>
      npx(
        args.map((word) => (names.has(word) ? at(word) : word)),
        input,
        world.state,
      ),
    sh: (_args, input) => shell(input, world),
    '.': ([file = '']) => {
      for (const line of readFileSync(at(file), 'utf8').split('\n')) {
        const [name = '', ...rest] = line.split('=')
        variables.set(name, rest.join('='))
      }
      return ''
    },
  }
  let printed = ''
  for (const line of linesOf(sample)) {
    let flow = ''
    for (const command of line.split(/\s\|\s*/)) flow = await piped(command, flow)
    printed += flow
  }
  return printed

  async function piped(command: string, input: string): Promise<string> {
    const words = wordsOf(command, variables)
    const end = words.indexOf('>')
    const [name = '', ...args] = end < 0 ? words : words.slice(0, end)
    const program = programs[name]
    if (!program) throw new Error(`This shell knows no ${name}.`)
    const output = await program(args, input)
    const file = end < 0 ? undefined : words[end + 1]
    if (file === undefined) return output
    writeFileSync(at(file), output)
    return ''
  }
}

// Names of files that samples use: the mock's program looks for them in the folder that it runs in.
const names: ReadonlySet<string> = new Set(['demo', 'request.json', 'request.txt'])

/** Lines as a shell counts them: not within quotes, not behind a backslash, not behind a bar. */
const linesOf = (sample: string): readonly string[] =>
  (sample.replaceAll('\\\n', ' ').match(/(?:'[^']*'|"[^"]*"|\|\s*\n|[^\n])+/g) ?? []).map((line) =>
    line.trim(),
  )

function wordsOf(command: string, variables: ReadonlyMap<string, string>): readonly string[] {
  const parts = command.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? []
  return parts.map((part) =>
    part.replaceAll(
      /'([^']*)'|"([^"]*)"|\\(.)/g,
      (_all, single?: string, double?: string, sign?: string) =>
        single ?? (double === undefined ? (sign ?? '') : expanded(double, variables)),
    ),
  )
}

const expanded = (text: string, variables: ReadonlyMap<string, string>): string =>
  text
    .replaceAll('$(date +%s)', () => String(Math.floor(Date.now() / 1000)))
    .replaceAll(/\$(\w+)/g, (_all, name: string) => variables.get(name) ?? '')

async function npx(
  [name, command = '', ...args]: readonly string[],
  input: string,
  state: string,
): Promise<string> {
  if (name !== '@custody-wallet/mock') throw new Error(`This npx knows no ${name ?? ''}.`)
  const printed: string[] = []
  const warned: string[] = []
  const code = await run([command, ...args, '--state', state], {
    env: {},
    print: (text) => void printed.push(text),
    warn: (text) => void warned.push(text),
    input: async () => input,
    stopped: new Promise(() => {}),
  })
  if (code !== 0) throw new Error(warned.join('\n'))
  return `${printed.join('\n')}\n`
}

async function curl(
  args: readonly string[],
  at: (name: string) => string,
  { servers }: World,
): Promise<string> {
  const headers = new Headers()
  let [url, body, query, file] = ['', '', '', '']
  const rest = [...args]
  const options: Readonly<Record<string, () => void>> = {
    '-H': () => {
      const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(rest.shift() ?? '') ?? []
      headers.set(name, value)
    },
    '-O': () => (file = 'named like the address'),
    '--get': () => {},
    '-sS': () => {},
    '--data': () => (query = content(rest.shift() ?? '')),
    '--json': () => (body = content(rest.shift() ?? '')),
  }
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const option = options[word]
    if (option) option()
    else if (word.startsWith('-') || url !== '') throw new Error(`This curl does not understand ${word}.`)
    else url = word
  }
  const address = new URL(query === '' ? url : `${url}?${query}`)
  const server = servers[address.origin]
  if (!server) throw new Error(`Nobody serves ${address.origin}.`)
  if (body !== '') headers.set('content-type', 'application/json')
  const response = await server(
    new Request(address, { headers, ...(body !== '' && { method: 'POST', body }) }),
  )
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answers with ${response.status}: ${text}`)
  return file === '' ? text : kept(text, at(address.pathname.split('/').at(-1) ?? ''))

  function content(word: string): string {
    return word.startsWith('@') ? readFileSync(at(word.slice(1)), 'utf8').replaceAll('\n', '') : word
  }
}

function kept(text: string, file: string): string {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return ''
}

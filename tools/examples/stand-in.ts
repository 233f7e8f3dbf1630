// Replaces npm, npx or createdb in a shell block: `stand-in.ts npm install NAME`. Unknown commands are errors of the
// block.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from '../workspace/root.ts'

interface Manifest {
  readonly name: string
  readonly bin?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** Tarballs of `npm run pack`. There are none, so the shell keeps the pattern. */
const isPacked = (name: string): boolean => name.endsWith('/dist/packed/*.tgz')

const listManifests = (): readonly string[] => globSync('packages/*/package.json', { cwd: root })

/** The manifest of a published package. */
const findPublished = (name: string): string =>
  listManifests().find((file) => readManifest(file).name === name) ?? reject(`${name} is not a published package`)

/** A package that a published package can use, and that a reader therefore installs beside it. */
const isPeer = (name: string): boolean =>
  listManifests().some((file) => name in (readManifest(file).peerDependencies ?? {}))

const programs: Readonly<Record<string, (args: readonly string[]) => unknown>> = {
  // The addresses in blocks become that of a database that exists.
  createdb: ([name]) => name ?? reject('no name of a database'),
  npm: ([command = '', ...args]) => {
    const names = args.filter((arg) => !arg.startsWith('-'))
    if (command === 'init') return undefined
    if (command === 'install' && names.length === 0) return reject('nothing to install')
    if (command === 'install') return names.filter((name) => !isPacked(name) && !isPeer(name)).forEach(findPublished)
    const [script = ''] = command === 'run' ? args : [command]
    return readManifest('package.json').scripts?.[script] ?? reject(`there is no script ${script}`)
  },
  npx: ([name = '', ...args]) => {
    const file = findPublished(name)
    const [bin, ...others] = Object.values(readManifest(file).bin ?? {})
    if (bin === undefined || others.length > 0) return reject(`${name} has no program or has several programs`)
    const program = join(root, dirname(file), bin)
    // Without a command, it is a server.
    return args[0]?.startsWith('-') === false ? runProgram(program, args) : serveProgram(program, args)
  },
}

function runProgram(program: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

/** Starts a server on free ports, makes the call from its banner, and stops it. */
async function serveProgram(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'close')
  let banner = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    banner += String(text)
    const [, suggested] = /curl '([^']+)'[^]*Ctrl-C/.exec(banner) ?? []
    if (suggested === undefined || child.killed) continue
    await fetch(suggested).finally(() => child.kill('SIGINT'))
  }
  await exit
  if (child.exitCode !== 0) reject(`the server ended with ${child.exitCode ?? child.signalCode}`)
}

function reject(reason: string): never {
  console.error(`${process.argv.slice(2).join(' ')}: ${reason}.`)
  process.exit(1)
}

const [name = '', ...args] = process.argv.slice(2)
await (programs[name] ?? (() => reject('unknown program')))(args)

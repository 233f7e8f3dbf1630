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

const manifestOf = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** Tarballs of `npm run pack`. There are none, so the shell keeps the pattern. */
const isPacked = (name: string): boolean => name.endsWith('/dist/packed/*.tgz')

const manifests = (): readonly string[] => globSync('packages/*/package.json', { cwd: root })

/** The manifest of a published package. */
const published = (name: string): string =>
  manifests().find((file) => manifestOf(file).name === name) ?? refuse(`${name} is not a published package`)

/** A package that a published package can use, and that a reader therefore installs beside it. */
const isPeer = (name: string): boolean =>
  manifests().some((file) => name in (manifestOf(file).peerDependencies ?? {}))

const programs: Readonly<Record<string, (args: readonly string[]) => unknown>> = {
  // The addresses in blocks become that of a database that exists.
  createdb: ([name]) => name ?? refuse('no name of a database'),
  npm: ([command = '', ...args]) => {
    const names = args.filter((arg) => !arg.startsWith('-'))
    if (command === 'init') return undefined
    if (command === 'install' && names.length === 0) return refuse('nothing to install')
    if (command === 'install')
      return names.filter((name) => !isPacked(name) && !isPeer(name)).forEach(published)
    const [script = ''] = command === 'run' ? args : [command]
    return manifestOf('package.json').scripts?.[script] ?? refuse(`there is no script ${script}`)
  },
  npx: ([name = '', ...args]) => {
    const file = published(name)
    const [bin, ...others] = Object.values(manifestOf(file).bin ?? {})
    if (bin === undefined || others.length > 0)
      return refuse(`${name} has no program or has several programs`)
    const program = join(root, dirname(file), bin)
    // Without a command, it is a server.
    return args[0]?.startsWith('-') === false ? performed(program, args) : served(program, args)
  },
}

function performed(program: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

/** Starts a server on free ports, makes the call from its banner, and stops it. */
async function served(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let banner = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    banner += String(text)
    const [, suggested] = /curl '([^']+)'[^]*Ctrl-C/.exec(banner) ?? []
    if (suggested === undefined || child.killed) continue
    await fetch(suggested).finally(() => child.kill('SIGTERM'))
  }
  await ended
  if (child.exitCode !== 0) refuse(`the server ended with ${child.exitCode ?? child.signalCode}`)
}

function refuse(reason: string): never {
  console.error(`${process.argv.slice(2).join(' ')}: ${reason}.`)
  process.exit(1)
}

const [name = '', ...args] = process.argv.slice(2)
await (programs[name] ?? (() => refuse('unknown program')))(args)

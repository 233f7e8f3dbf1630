// The samples in other languages, as programs that run calls of their codecs.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Command = readonly [program: string, ...args: readonly string[]]

/** How the sample of a language is compiled and run. All commands run in its folder. */
interface Toolchain {
  readonly folder: string
  /** Debian packages that contain it. */
  readonly packages: string
  /** Prints the versions of what the sample needs. */
  readonly version: Command
  /** Compiles all programs of the sample into a folder. */
  readonly build?: (out: string) => Command
  /** Runs one of the programs. */
  readonly run: (program: Program, out: string) => Command
}

/** `run` is for tests: it reads calls and writes their results. `example` is what readers start with. */
type Program = 'example' | 'run'

const versionOfPython =
  'import platform, cryptography as c; print("Python", platform.python_version(), "with cryptography", c.__version__)'
const versionOfPhp = `require 'phpseclib3/autoload.php'; echo 'PHP ', PHP_VERSION, ' with ', OPENSSL_VERSION_TEXT;`

const createPythonToolchain = (program: string): Toolchain => ({
  folder: 'python',
  packages: 'python3 python3-cryptography',
  version: [program, '-c', versionOfPython],
  run: (name) => [program, '-B', `${name}.py`],
})

/** Every Python that has the library: the one of Debian and the first one of the path may have different versions. */
function listPythons(): readonly (readonly [name: string, toolchain: Toolchain])[] {
  const found = ['python3', '/usr/bin/python3'].flatMap((program) => {
    const { status, stdout } = spawnSync(program, ['-c', versionOfPython], { encoding: 'utf8' })
    return status === 0 ? [[stdout.trim(), createPythonToolchain(program)] as const] : []
  })
  return found.length > 0 ? [...new Map(found)] : [['Python', createPythonToolchain('python3')]]
}

const toolchains: Readonly<Record<string, Toolchain>> = {
  ...Object.fromEntries(listPythons()),
  Java: {
    folder: 'java',
    packages: 'default-jdk-headless',
    version: ['javac', '-version'],
    build: (out) => ['javac', '-Xlint:all', '-Werror', '-d', out, 'Run.java', 'Example.java'],
    // With its optimizing compiler, Java needs half of the time for RSA.
    run: (name, out) => ['java', '-XX:+UseSerialGC', '-cp', out, { run: 'Run', example: 'Example' }[name]],
  },
  Go: {
    folder: 'go',
    packages: 'golang-go',
    version: ['go', 'version'],
    build: (out) => ['go', 'build', '-o', `${out}/`, './...'],
    run: (name, out) => [join(out, name)],
  },
  PHP: {
    folder: 'php',
    packages: 'php-cli php-gmp php-phpseclib3',
    version: ['php', '-r', versionOfPhp],
    run: (name) => ['php', `${name}.php`],
  },
}

export const languageNames: readonly string[] = Object.keys(toolchains)

const samples = join(import.meta.dirname, '../../../samples')

/** The compiled sample of a language. */
export interface Sample {
  readonly version: string
  readonly run: (program: Program, input: string, ...args: readonly string[]) => Promise<string>
  readonly remove: () => void
}

/** Compiles the sample of a language. Without its toolchain, it says which packages to install. */
export async function createSample(name: string): Promise<Sample> {
  const toolchain = toolchains[name]
  if (!toolchain) throw new Error(`No sample in ${name}.`)
  const cwd = join(samples, toolchain.folder)
  const out = mkdtempSync(join(tmpdir(), 'custody-sample-'))
  const version = await runAndRead(toolchain.version, { cwd }).catch((cause: unknown) => {
    throw new Error(`${name} is missing. Install it: apt-get install ${toolchain.packages}`, { cause })
  })
  if (toolchain.build) await runAndRead(toolchain.build(out), { cwd })
  return {
    version: version.trim(),
    run: (program, input, ...args) => runAndRead([...toolchain.run(program, out), ...args], { cwd, input }),
    remove: () => rmSync(out, { recursive: true }),
  }
}

const longestOutput = 64 * 1024 * 1024

function runAndRead(
  [program, ...args]: Command,
  { cwd, input = '' }: { readonly cwd: string; readonly input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, maxBuffer: longestOutput }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`, { cause: error })) : resolve(stdout),
    )
    // Even an empty text is an EPIPE once a program that reads nothing has ended.
    if (input !== '') child.stdin?.write(input)
    child.stdin?.end()
  })
}

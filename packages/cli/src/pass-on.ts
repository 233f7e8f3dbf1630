import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { Failure, type Terminal } from '@custody-wallet/demo/cli'

/** Runs the program of another package. Resolves with its exit code. */
export async function passOn(
  name: string,
  args: readonly string[],
  { stopped, interrupted }: Terminal,
): Promise<number> {
  const child = spawn(process.execPath, [findProgram(name), ...args], { stdio: 'inherit' })
  // Ctrl-C reaches both processes; this one waits for the program to end.
  void stopped.then(() => child.kill('SIGTERM'))
  // The program drains after the other signal.
  void interrupted.then(() => child.kill('SIGINT'))
  const [code]: unknown[] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

function findProgram(name: string): string {
  const manifest = findManifest(name)
  const { bin }: { readonly bin: Readonly<Record<string, string>> } = JSON.parse(readFileSync(manifest, 'utf8'))
  const [program = ''] = Object.values(bin)
  return fileURLToPath(new URL(program, manifest))
}

function findManifest(name: string): URL {
  try {
    return new URL(import.meta.resolve(`${name}/package.json`))
  } catch {
    throw new Failure(`This command needs ${name}, which is not installed. Run: npm install ${name}`, 2)
  }
}

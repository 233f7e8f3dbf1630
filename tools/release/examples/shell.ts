// Shell blocks, played as a reader would: in a real shell, with the real curl, against running mocks. Nothing is taken
// from a registry: in the place of npm and npx stand programs of ours, which start those of the workspace.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { Mock } from '@custody-wallet/mock'

import type { Block } from './blocks.ts'
import { inFolder } from './root.ts'

const run = promisify(execFile)
const standIn = fileURLToPath(new URL('./stand-in.ts', import.meta.url))

/** Blocks that are no shell script. */
export async function unreadable(blocks: readonly Block[]): Promise<readonly string[]> {
  const found = await Promise.all(blocks.map((block) => problemOf(block, ['-n', '-c', block.code])))
  return found.flat()
}

/** Blocks that fail, or that the mocks refuse. */
export const unplayed = (blocks: readonly Block[]): Promise<readonly string[]> =>
  inFolder(async (folder) => {
    const stage = await stageIn(folder)
    try {
      const problems: string[] = []
      for (const block of blocks) problems.push(...(await played(block, stage)))
      return problems
    } finally {
      await stage.close()
    }
  })

interface Stage {
  readonly folder: string
  /** First of the ports: the mocks listen on those 10 and 11 above it. */
  readonly base: number
  readonly env: NodeJS.ProcessEnv
  readonly close: () => Promise<unknown>
}

async function played(block: Block, { folder, base, env }: Stage): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(folder, 'reader-'))
  writeFileSync(join(cwd, 'my-service.mts'), service)
  const code = block.code.replaceAll(/\b40(10|11)\b/g, (_, offset: string) => String(base + Number(offset)))
  return problemOf(block, ['-euo', 'pipefail', '-c', code], { cwd, env, timeout: 300_000 })
}

// What the mock's README leaves to its reader.
const service = `import { custodyFromEnv } from '@custody-wallet/client/env'
console.log(await custodyFromEnv().networks.list())
`

// Whatever the mocks say to a call that they cannot answer, unless it was asked for.
const refusal = /urn:custody-mock:(?!requested-failure)[\w-]+|ENVELOPE_REJECTED/

async function problemOf(
  { place }: Block,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly timeout?: number } = {},
): Promise<readonly string[]> {
  try {
    const { stdout } = await run('bash', ['--norc', '--noprofile', ...args], options)
    const refused = refusal.exec(stdout)
    return refused ? [`${place}: the mock refused a call (${refused[0]}).`] : []
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    return [`${place}: ${stderr.trim() || String(error)}`]
  }
}

async function stageIn(folder: string): Promise<Stage> {
  // Loaded late: the quick tests play nothing.
  const { createMock, demoMerchants } = await import('@custody-wallet/mock')
  const demo = demoMerchants({ directory: join(folder, 'custody-mock') })
  const [plain, wire] = [createMock(), createMock({ wire: demo.wire })]
  const base = await neighbours(plain, wire)
  const env = {
    ...process.env,
    PATH: [programsIn(folder), dirname(process.execPath), process.env['PATH']].join(delimiter),
    CUSTODY_PORT_BASE: String(base),
    XDG_STATE_HOME: folder,
    // No settings of the person who runs this.
    CURL_HOME: folder,
  }
  return { folder, base, env, close: () => Promise.all([plain.close(), wire.close()]) }
}

/** Puts two mocks on ports beside each other, wherever two are free. */
async function neighbours(plain: Mock, wire: Mock, patience = 20): Promise<number> {
  const { port } = await plain.listen()
  try {
    await wire.listen({ port: port + 1 })
    return port - 10
  } catch (error) {
    await plain.close()
    if (patience === 0) throw error
    return neighbours(plain, wire, patience - 1)
  }
}

function programsIn(folder: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const name of ['npm', 'npx']) {
    const file = join(bin, name)
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${standIn}' ${name} "$@"\n`)
    chmodSync(file, 0o755)
  }
  return bin
}

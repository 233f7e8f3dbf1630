// Runs shell blocks in a real shell, with the real curl, running mocks and a real PostgreSQL. Replacements of npm and npx
// start the programs of the workspace, so that no registry is needed.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { Mock } from '@custody-wallet/mock'
import { createEmptyDatabase, startPostgres } from '@custody-wallet/postgres'

import type { Block } from './blocks.ts'
import { runInFolder } from './folder.ts'

const run = promisify(execFile)
const bare = ['--norc', '--noprofile'] as const
const standIn = fileURLToPath(new URL('./stand-in.ts', import.meta.url))

// Bash reads a function as a whole, and does not run it.
const syntaxCheck = 'for code; do eval "block() { :\n$code\n}" || echo "$((at + 0))"; at=$((at + 1)); done'

/** Blocks with syntax errors. */
export async function findUnreadable(blocks: readonly Block[]): Promise<readonly string[]> {
  const { stdout, stderr } = await run('bash', [...bare, '-c', syntaxCheck, 'bash', ...blocks.map(({ code }) => code)])
  return stdout.match(/\d+/g)?.map((index) => `${blocks[Number(index)]?.location}: ${stderr.trim()}`) ?? []
}

/** Blocks that fail, or whose calls the mocks reject. */
export const findFailingBlocks = (blocks: readonly Block[]): Promise<readonly string[]> =>
  runInFolder(async (folder) => {
    const stage = await createStage(folder)
    try {
      const problems: string[] = []
      for (const block of blocks) problems.push(...(await playBlock(block, stage)))
      return problems
    } finally {
      await stage.close()
    }
  })

interface Stage {
  readonly folder: string
  /** The first port. The mocks listen on the ports 10 and 11 above it. */
  readonly base: number
  /** Address of a database. */
  readonly database: string
  readonly env: NodeJS.ProcessEnv
  readonly close: () => Promise<unknown>
}

async function playBlock(block: Block, { folder, base, database, env }: Stage): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(folder, 'reader-'))
  writeFileSync(join(cwd, 'my-service.mts'), service)
  const code = block.code
    .replaceAll(/\b40(10|11)\b/g, (_, offset: string) => String(base + Number(offset)))
    .replaceAll(/postgres:\/\/user:password@\S+/g, database)
  return findProblem(block, ['-euo', 'pipefail', '-c', code], { cwd, env, timeout: 1_200_000 })
}

// The program that the README of the mock expects from its reader.
const service = `import { createCustodyFromEnv } from '@custody-wallet/client/env'
console.log(await createCustodyFromEnv().networks.list())
`

// The errors of the mocks, except those that a call requested.
const rejectionPattern = /urn:custody:(?!requested-failure)[\w-]+|ENVELOPE_REJECTED/

async function findProblem(
  { location }: Block,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly timeout: number },
): Promise<readonly string[]> {
  try {
    const { stdout } = await run('bash', [...bare, ...args], options)
    const rejection = rejectionPattern.exec(stdout)
    return rejection ? [`${location}: the mock rejected a call (${rejection[0]}).`] : []
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    return [`${location}: ${stderr.trim() || String(error)}`]
  }
}

async function createStage(folder: string): Promise<Stage> {
  // The quick tests need no mock.
  const { createMock, loadDemoMerchants: demoMerchants } = await import('@custody-wallet/mock')
  const demo = demoMerchants({ directory: join(folder, 'custody-mock') })
  const [plain, wire] = [createMock(), createMock({ wire: demo.wire })]
  const [base, postgres] = await Promise.all([listenOnNeighbours(plain, wire), startPostgres()])
  const env = {
    ...process.env,
    PATH: [createPrograms(folder), dirname(process.execPath), process.env['PATH']].join(delimiter),
    CUSTODY_PORT_BASE: String(base),
    XDG_STATE_HOME: folder,
    // Ignores the settings of the user.
    CURL_HOME: folder,
  }
  const database = await createEmptyDatabase(postgres.url)
  return {
    folder,
    base,
    database,
    env,
    close: () => Promise.all([plain.close(), wire.close(), postgres.end()]),
  }
}

/** Starts two mocks on two neighbouring free ports. */
async function listenOnNeighbours(plain: Mock, wire: Mock, attempts = 20): Promise<number> {
  const { port } = await plain.listen()
  try {
    await wire.listen({ port: port + 1 })
    return port - 10
  } catch (error) {
    await plain.close()
    if (attempts === 0) throw error
    return listenOnNeighbours(plain, wire, attempts - 1)
  }
}

function createPrograms(folder: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const name of ['npm', 'npx', 'createdb']) {
    const file = join(bin, name)
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${standIn}' ${name} "$@"\n`)
    chmodSync(file, 0o755)
  }
  return bin
}

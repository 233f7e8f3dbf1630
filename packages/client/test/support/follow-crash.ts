// Kills a follower repeatedly at random points, while records are added and change.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sqlite } from '@custody-wallet/store/sqlite'

import { createFractions, seed } from '../../../../vitest.random.ts'
import { createWorkflowStores } from '../../src/workflows/index.ts'
import { createRow, type Row } from './workflow-service.ts'

const child = new URL('follow-crash-child.ts', import.meta.url)
const formatLine = ({ id, status, confirmations, updated_at }: Row): string =>
  `${id}=${status}:${confirmations}:${updated_at}`

export interface CrashCounts {
  readonly kills: number
  /** Number of changes, and of changes that were never yielded. */
  readonly changes: number
  readonly lost: readonly string[]
  /** Changes that a checkpoint contained before they were yielded. */
  readonly ahead: readonly string[]
}

/** Kills a follower repeatedly, lets the last one end, and counts. */
export async function crash(kills: number, random: () => number = createFractions(seed)): Promise<CrashCounts> {
  const drawChance = (share: number): boolean => random() < share
  const folder = mkdtempSync(join(tmpdir(), 'custody-crash-'))
  const table = new Map<number, Row>()
  const changes: string[] = []
  const ahead: string[] = []
  const readHandedOver = (): ReadonlySet<string> => new Set(readText(join(folder, 'log')).split('\n'))
  function change(each: Row): void {
    table.set(each.id, each)
    changes.push(formatLine(each))
  }
  // A record changes again only after its last change was yielded, so every single change must be yielded.
  function develop(): void {
    const known = readHandedOver()
    for (let more = random() * 3; more > 0; more -= 1) change(createRow(table.size + 1, drawChance(0.3) ? 1 : 0))
    for (const each of table.values())
      if (each.status === 0 && known.has(formatLine(each)) && drawChance(0.2))
        change(createRow(each.id, drawChance(0.2) ? 1 : 0, each.confirmations + 1))
  }
  const createPage = (cursor: string) => ({
    cursor,
    page: [...table.values()].filter(({ id }) => id > Number(cursor)).slice(0, 10),
  })
  async function runToEnd(): Promise<void> {
    const follower = start(folder, 'once')
    follower.on('message', (cursor: string) => follower.send(createPage(cursor)))
    await once(follower, 'exit')
  }
  try {
    await runToEnd()
    for (let kill = 0; kill < kills; kill += 1) {
      await runUntilKilled(start(folder), { createPage, develop, random })
      ahead.push(...(await listAhead(join(folder, 'checkpoint'), readHandedOver())))
    }
    await runToEnd()
    const handedOver = readHandedOver()
    return { kills, changes: changes.length, lost: changes.filter((line) => !handedOver.has(line)), ahead }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// Compiling takes most of the time of a short process, so all processes share a compile cache.
function start(folder: string, mode = 'on'): ChildProcess {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  return fork(child, [join(folder, 'checkpoint'), join(folder, 'log'), mode], {
    execArgv: [],
    env,
    stdio: 'inherit',
  })
}

interface CrashOptions {
  readonly createPage: (cursor: string) => { readonly cursor: string; readonly page: readonly Row[] }
  readonly develop: () => void
  readonly random: () => number
}

async function runUntilKilled(follower: ChildProcess, { createPage, develop, random }: CrashOptions): Promise<void> {
  let calls = Math.floor(random() * 8)
  follower.on('message', (cursor: string) => {
    if (calls === 0) setTimeout(() => follower.kill('SIGKILL'), random() * 4)
    calls -= 1
    develop()
    if (follower.connected) follower.send(createPage(cursor), () => undefined)
  })
  await once(follower, 'exit')
}

async function listAhead(file: string, readHandedOver: ReadonlySet<string>): Promise<readonly string[]> {
  const store = sqlite(file)
  const state = await createWorkflowStores(store).checkpoint('rows').load()
  store.close()
  const ids = new Set(Array.from(readHandedOver, (line) => line.split('=')[0]))
  const passed = Array.from({ length: Number(state?.cursor ?? 0) }, (_, index) => String(index + 1))
  const marks = (state?.open ?? []).map(([id, mark]) => `${id}=${mark}`)
  return [...passed.filter((id) => !ids.has(id)), ...marks.filter((line) => !readHandedOver.has(line))]
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

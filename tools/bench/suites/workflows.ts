// What the workflows of a client cost beside the calls that they make.
import { fileURLToPath } from 'node:url'

import { plain } from '@custody-wallet/client/plain'
import {
  follow,
  type FollowSource,
  memoryCheckpoint,
  type WorkflowResources,
  type Tracked,
  withWorkflows,
} from '@custody-wallet/client/workflows'

import { paired, speed } from '../compare.ts'
import { atMost, type Figure, figure, type Suite } from '../figure.ts'
import { medianOf, runNode } from '../measure.ts'
import { callsOver, requestIds } from './workflows/calls.ts'
import {
  type Answering,
  everyTenth,
  fetchFrom,
  most,
  stakes,
  startService,
  table,
} from './workflows/service.ts'

export const workflows: Suite = {
  measures: {
    'workflows.iterate':
      'time to iterate over 1,000,000 records, against fetching their pages; the service is in this process',
    'workflows.look-up': 'time to look up 100,000 ids, against calls for 100 of them each',
    'workflows.memory': 'peak memory at 1,000,000 records, against 100,000 of them ten times',
    'workflows.follow.row':
      'calls of a round with 10,000 consecutive open deposits, against the pages of 100 with them',
    'workflows.follow.apart':
      'the same with 90,000 final ones between them, against the fewest pages with them',
    'workflows.follow.stakes': 'the same with 10,000 open stakes, against look-ups of 100',
  },
  figures: async function* () {
    yield* rounds()
    yield* times()
    // The yardstick iterates ten times over a tenth of the deposits: the same work, compilation and garbage.
    const memory = async () => (await peakOf(1, 1_000_000)) / (await peakOf(10, 100_000))
    yield figure('workflows.memory', await medianOf(3, memory), 'ratio', atMost(1.1))
  },
}

async function* rounds(): AsyncGenerator<Figure> {
  const [open, all] = [10_000, 100_000]
  const inRow = table(open, () => true)
  const row = await callsOfRound(inRow, ({ deposits }) => deposits)
  yield figure('workflows.follow.row', row / (open / most), 'ratio', atMost(1.05))
  const isOpen = everyTenth(all)
  const apart = await callsOfRound(table(all, isOpen), ({ deposits }) => deposits)
  yield figure('workflows.follow.apart', apart / fewestPages(all, isOpen), 'ratio', atMost(1.05))
  const listed = await callsOfRound(stakes(open), ({ staking }) => staking)
  yield figure('workflows.follow.stakes', listed / (open / most), 'ratio', atMost(1.05))
}

/** Calls of the second round of a follower. In the first round it learns the open records. */
export async function callsOfRound<R extends Tracked>(
  answering: Answering,
  sourceIn: (custody: WorkflowResources) => FollowSource<R>,
): Promise<number> {
  let calls = 0
  const fetch = fetchFrom((url) => {
    calls += 1
    return answering(url)
  })
  const source = sourceIn(withWorkflows(plain({ url: 'http://127.0.0.1', fetch })))
  const checkpoint = memoryCheckpoint()
  for await (const { final } of follow(source, { checkpoint, once: true })) if (final) continue
  calls = 0
  for await (const { kind, id } of follow(source, { checkpoint, once: true }))
    throw new Error(`The second round yielded record ${id} as ${kind}, although nothing changed.`)
  return calls
}

/** Fewest pages with all open records, each starting before the first record that is still missing, and the empty one. */
export function fewestPages(last: number, isOpen: (id: number) => boolean): number {
  let pages = 0
  let held = 0
  for (let id = 1; id <= last; id += 1) {
    if (id <= held || !isOpen(id)) continue
    pages += 1
    held = id + most - 1
  }
  return pages + 1
}

async function* times(): AsyncGenerator<Figure> {
  await using service = await startService()
  const { iterated, fetched, lookedUp, listed } = callsOver(service)
  // 200 times 5,000 records, each time from the last one of the time before.
  const resumed = (read: (first: number, count: number) => Promise<number>) => {
    let last = 0
    return async (): Promise<void> => {
      last = await read(last, 5000)
    }
  }
  const iterating = 1 / (await speed(resumed(iterated), resumed(fetched), paired(200)))
  yield figure('workflows.iterate', iterating, 'ratio', atMost(1.1))
  const ids = requestIds(100_000)
  const lookUp = () => lookedUp(ids)
  const list = () => listed(ids)
  yield figure('workflows.look-up', 1 / (await speed(lookUp, list, paired(9))), 'ratio', atMost(1.1))
}

const iterating = fileURLToPath(new URL('workflows/iterating.ts', import.meta.url))

/** Kilobytes of peak memory of a process that iterates so many times over so many deposits. */
export const peakOf = async (times: number, count: number): Promise<number> =>
  Number(await runNode(iterating, String(times), String(count)))

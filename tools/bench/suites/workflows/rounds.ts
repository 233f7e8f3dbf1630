// What a round of a follower asks for, once it knows its open records.
import { plain } from '@custody-wallet/client/plain'
import {
  follow,
  type FollowSource,
  memoryCheckpoint,
  type WorkflowResources,
  type Tracked,
  withWorkflows,
} from '@custody-wallet/client/workflows'

import type { Figure } from '../../figure.ts'
import { type Answering, fetchFrom, most } from './service.ts'
import { everyTenth, stakes, table } from './tables.ts'

const goal = { op: '<=', value: 1.05 } as const
const openRecords = 10_000

/** Measures the calls of a round with 10,000 open records, against the fewest that could be enough. */
export async function* rounds(): AsyncGenerator<Figure> {
  const inRow = await callsOf(
    table(openRecords, () => true),
    ({ deposits }) => deposits,
  )
  yield { name: 'workflows.follow.row', value: inRow / (openRecords / most), unit: 'ratio', goal }
  const isOpen = everyTenth(openRecords * 10)
  const apart = await callsOf(table(openRecords * 10, isOpen), ({ deposits }) => deposits)
  yield {
    name: 'workflows.follow.apart',
    value: apart / fewestPages(openRecords * 10, isOpen),
    unit: 'ratio',
    goal,
  }
  const listed = await callsOf(stakes(openRecords), ({ staking }) => staking)
  yield { name: 'workflows.follow.stakes', value: listed / (openRecords / most), unit: 'ratio', goal }
}

/** Calls of the second round; the first one gets to know the records. */
export async function callsOf<R extends Tracked>(
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
  for await (const { record } of follow(source, { checkpoint, once: true }))
    throw new Error(`Nothing changed, but ${record.status} was handed over.`)
  return calls
}

/** A page that begins before the first record that none holds yet holds most of what follows; then the end is looked at. */
export function fewestPages(last: number, isOpen: (id: number) => boolean): number {
  let pages = 0
  let held = 0
  for (let id = 1; id <= last; id += 1) {
    if (id <= held || !isOpen(id)) continue
    pages += 1
    held = id + most - 1
  }
  return held > last ? pages : pages + 1
}

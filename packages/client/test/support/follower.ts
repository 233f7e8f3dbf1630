// A follower of a scripted service.

import { createFinalCheck } from '../../src/workflows/follow/round.ts'
import {
  type Change,
  type Checkpoint,
  follow,
  type FollowOptions,
  type FollowSource,
  type FollowState,
  memoryCheckpoint,
} from '../../src/workflows/index.ts'
import { collect, getId, type Row, type Service } from './workflow-service.ts'

export const open = 0
export const done = 1

export const createSource = (service: Service, page = 100): FollowSource<Row> => ({
  kind: 'text',
  page,
  fetch: service.fetch,
  getId,
  isFinal: createFinalCheck('depositStatus'),
})

/** The changes and the calls of one round. */
export async function runRound(
  service: Service,
  options: Partial<FollowOptions> & Pick<FollowOptions, 'checkpoint'>,
  page = 100,
) {
  const before = service.calls.length
  const changes = await collect(follow(createSource(service, page), { once: true, ...options }))
  return { changes, calls: service.calls.slice(before) }
}

export const summarize = (changes: readonly Change<Row>[]) =>
  changes.map(({ kind, id, isFinal }) => [kind, Number(id), isFinal])

/** A checkpoint that records what was saved. */
export function createWatchedCheckpoint() {
  const inner = memoryCheckpoint()
  const saved: FollowState[] = []
  const checkpoint: Checkpoint = {
    load: () => inner.load(),
    save: async (state) => {
      saved.push(structuredClone(state))
      await inner.save(state)
    },
  }
  return { checkpoint, saved }
}

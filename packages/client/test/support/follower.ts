// A follower of a scripted service.

import { finalStatus } from '../../src/workflows/follow/round.ts'
import {
  type Change,
  type Checkpoint,
  follow,
  type FollowOptions,
  type FollowSource,
  type FollowState,
  memoryCheckpoint,
} from '../../src/workflows/index.ts'
import { collect, idOf, type Row, type Service } from './workflow-service.ts'

export const open = 0
export const done = 1

export const sourceOf = (service: Service, page = 100): FollowSource<Row> => ({
  kind: 'text',
  page,
  fetch: service.fetch,
  idOf,
  isFinal: finalStatus('depositStatus'),
})

/** The changes and the calls of one round. */
export async function round(
  service: Service,
  options: Partial<FollowOptions> & Pick<FollowOptions, 'checkpoint'>,
  page = 100,
) {
  const before = service.calls.length
  const changes = await collect(follow(sourceOf(service, page), { once: true, ...options }))
  return { changes, calls: service.calls.slice(before) }
}

export const brief = (changes: readonly Change<Row>[]) =>
  changes.map(({ kind, id, final }) => [kind, Number(id), final])

/** A checkpoint that records what was saved. */
export function watchedCheckpoint() {
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

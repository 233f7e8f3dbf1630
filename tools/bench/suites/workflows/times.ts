import type { Figure } from '../../figure.ts'
import { pairedRatio } from './paired.ts'
import { startService } from './service.ts'
import { timedOver, requestIds } from './timed.ts'

const goal = { op: '<=', value: 1.1 } as const

// A million in all.
const recordsInTurn = 5000
const turns = 200

const idsInList = 100_000
const lists = 9

/** Measures workflows against the same calls made directly, over one in-process service. */
export async function* times(): AsyncGenerator<Figure> {
  await using service = await startService()
  const { iterated, fetched, lookedUp, listed } = timedOver(service)
  const iterating = await pairedRatio(turns, inTurns(iterated), inTurns(fetched))
  yield { name: 'workflows.iterate', value: iterating, unit: 'ratio', goal }
  const ids = requestIds(idsInList)
  const looking = await pairedRatio(
    lists,
    () => lookedUp(ids),
    () => listed(ids),
  )
  yield { name: 'workflows.look-up', value: looking, unit: 'ratio', goal }
}

function inTurns(iterate: (first: number, count: number) => Promise<number>): () => Promise<void> {
  let first = 0
  return async () => {
    first = await iterate(first, recordsInTurn)
  }
}

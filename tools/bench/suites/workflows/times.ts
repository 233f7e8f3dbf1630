import type { Figure } from '../../figure.ts'
import { movesOver, requestIds } from './moves.ts'
import { pairedRatio } from './paired.ts'
import { startService } from './service.ts'

const goal = { op: '<=', value: 1.1 } as const

// A million in all.
const recordsInTurn = 5000
const turns = 200

const idsInList = 100_000
const lists = 9

/** Measures moves against the bare calls that they make, over one service in this process. */
export async function* times(): AsyncGenerator<Figure> {
  await using service = await startService()
  const { iterated, fetched, lookedUp, listed } = movesOver(service)
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

function inTurns(move: (first: number, count: number) => Promise<number>): () => Promise<void> {
  let first = 0
  return async () => {
    first = await move(first, recordsInTurn)
  }
}

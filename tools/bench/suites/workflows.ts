// What the workflows of a client cost beside the calls that they make.
import { fileURLToPath } from 'node:url'

import { paired, speed } from '../compare.ts'
import { atMost, type Figure, figure, type Suite } from '../figure.ts'
import { medianOf, runNode } from '../measure.ts'
import { callsOver, requestIds } from './workflows/calls.ts'
import { startService } from './workflows/service.ts'

export const workflows: Suite = {
  measures: {
    'workflows.iterate':
      'time to iterate over 1,000,000 records, against fetching their pages; the service is in this process',
    'workflows.look-up': 'time to look up 100,000 ids, against calls for 100 of them each',
    'workflows.memory': 'peak memory at 1,000,000 records, against 100,000 of them ten times',
  },
  figures: async function* () {
    yield* times()
    // The yardstick iterates ten times over a tenth of the deposits: the same work, compilation and garbage.
    const memory = async () => (await peakOf(1, 1_000_000)) / (await peakOf(10, 100_000))
    yield figure('workflows.memory', await medianOf(3, memory), 'ratio', atMost(1.1))
  },
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

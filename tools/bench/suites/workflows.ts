// Cost of the client's workflows compared with their calls.
import { fileURLToPath } from 'node:url'

import { createPairedMethod, compareSpeed } from '../compare.ts'
import { atMost, type Figure, createFigure, type Suite } from '../figure.ts'
import { measureMedian, runNode } from '../measure.ts'
import { createCalls, createRequestIds } from './workflows/calls.ts'
import { startService } from './workflows/service.ts'

export const workflows: Suite = {
  measures: {
    'workflows.iterate':
      'time to iterate over 1,000,000 records, against fetching their pages; the service is in this process',
    'workflows.look-up': 'time to look up 100,000 ids, against calls for 100 of them each',
    'workflows.memory': 'peak memory at 1,000,000 records, against 100,000 of them ten times',
  },
  figures: async function* () {
    yield* measureTimes()
    // The baseline iterates ten times over a tenth of the deposits: the same work, compilation and garbage.
    const measureMemory = async () => (await measurePeak(1, 1_000_000)) / (await measurePeak(10, 100_000))
    yield createFigure('workflows.memory', await measureMedian(3, measureMemory), 'ratio', atMost(1.1))
  },
}

async function* measureTimes(): AsyncGenerator<Figure> {
  await using service = await startService()
  const { iterate, fetchPages, lookUp, listByCall } = createCalls(service)
  // 200 times 5,000 records, each time from the last one of the time before.
  const createResumedWork = (read: (first: number, count: number) => Promise<number>) => {
    let last = 0
    return async (): Promise<void> => {
      last = await read(last, 5000)
    }
  }
  const iterating =
    1 / (await compareSpeed(createResumedWork(iterate), createResumedWork(fetchPages), createPairedMethod(200)))
  yield createFigure('workflows.iterate', iterating, 'ratio', atMost(1.1))
  const ids = createRequestIds(100_000)
  const lookUpAll = () => lookUp(ids)
  const listAll = () => listByCall(ids)
  yield createFigure(
    'workflows.look-up',
    1 / (await compareSpeed(lookUpAll, listAll, createPairedMethod(9))),
    'ratio',
    atMost(1.1),
  )
}

const iterating = fileURLToPath(new URL('workflows/iterating.ts', import.meta.url))

/** Kilobytes of peak memory of a process that iterates so many times over so many deposits. */
export const measurePeak = async (times: number, count: number): Promise<number> =>
  Number(await runNode(iterating, String(times), String(count)))

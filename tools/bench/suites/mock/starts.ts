import type { Figure } from '../../figure.ts'
import { medianOf } from '../../measure.ts'
import { startMock } from './servers.ts'
import { newState } from './state.ts'

const starts = 5

/** Measures the time from the start of the program to its first answer. */
export async function* startTimes(): AsyncGenerator<Figure> {
  using state = newState()
  yield { name: 'mock.start.cold', value: await secondsOfStart(state.folder), unit: 's' }
  const warm = await medianOf(starts, () => secondsOfStart(state.folder))
  yield { name: 'mock.start.warm', value: warm, unit: 's', goal: { op: '<', value: 1 } }
}

async function secondsOfStart(folder: string): Promise<number> {
  const start = performance.now()
  using mock = await startMock(folder)
  const [url = ''] = mock.urls
  await (await fetch(`${url}/api/mpc/wallet/open_coin`)).text()
  return (performance.now() - start) / 1000
}

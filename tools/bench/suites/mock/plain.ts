import type { Figure } from '../../figure.ts'
import { median } from '../../measure.ts'
import type { Load } from './load.ts'
import { type Server, loaded, startMock, startPrism } from './servers.ts'
import { newState } from './state.ts'

const path = '/api/v2/account/getByUidAndSymbol?uid=10042&symbol=BTC'
const rounds = 7
const seconds = 1.5
const atOnce = 16

/** Measures the plain mock beside Prism's own server, in turns. */
export async function* plainSpeeds(): AsyncGenerator<Figure> {
  using state = newState()
  using mock = await startMock(state.folder)
  using prism = await startPrism()
  const turn = ({ urls: [url = ''] }: Server): Promise<Load> =>
    loaded({ url: `${url}${path}` }, seconds, atOnce)
  await turn(mock)
  await turn(prism)
  const pairs: (readonly [Load, Load])[] = []
  while (pairs.length < rounds) pairs.push([await turn(mock), await turn(prism)])
  yield* absolute(
    'mock.plain',
    pairs.map(([own]) => own),
  )
  yield* absolute(
    'mock.prism',
    pairs.map(([, other]) => other),
  )
  const speed = median(pairs.map(([own, other]) => own.rate / other.rate))
  yield { name: 'mock.plain.speed', value: speed, unit: 'ratio', goal: { op: '>=', value: 1.2 } }
  yield {
    name: 'mock.plain.slow',
    value: median(pairs.map(([own, other]) => own.p99 / other.p99)),
    unit: 'ratio',
  }
  yield { name: 'mock.memory', value: await mock.memory(), unit: 'MB' }
}

function* absolute(name: string, loads: readonly Load[]): Generator<Figure> {
  yield { name: `${name}.rate`, value: median(loads.map(({ rate }) => rate)), unit: '1/s' }
  yield { name: `${name}.p99`, value: median(loads.map(({ p99 }) => p99)), unit: 'ms' }
}

// Cost of the server compared with its listener, with Prism's server, and with the encryption.
import { fileURLToPath } from 'node:url'

import { createParty, type SealedId } from '@custody-wallet/encryption'
import { createService } from '@custody-wallet/server'
import { getResponder } from '@custody-wallet/server/core'

import { compareSpeed } from '../compare.ts'
import { atLeast, type Figure, createFigure, type Suite } from '../figure.ts'
import { computeMedian } from '../measure.ts'
import { createKeys, createSides } from './encryption/messages.ts'
import { createCryptoWork, measureLoadOn, createRequest, startServer, createWireTarget } from './mock.ts'
import { accountResponse, handlers } from './server/responses.ts'

export const server: Suite = {
  measures: {
    'server.plain.prism':
      "responses of an empty handler behind the plain view, for each second of the processor, against Prism's server with a static response",
    'server.plain.hono': 'the same against bare Hono that calls JSON.stringify and checks nothing',
    'server.wire.<profile>.<family>':
      'a sealed request with an empty handler against its encryption; both make the request, as a caller does',
  },
  figures: async function* () {
    yield* measurePlainRates()
    yield* measureWireSpeeds()
  },
}

const getPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function* measurePlainRates(): AsyncGenerator<Figure> {
  using plain = await startServer([getPath('server/plain-server.ts')], 1)
  using prism = await startServer([getPath('mock/prism-server.ts')], 1)
  using hono = await startServer([getPath('server/hono-server.ts')], 1)
  const path = '/api/v2/account/getByUidAndSymbol?uid=10042&symbol=BTC'
  const measureBoth = async () => ({
    plain: (await measureLoadOn(plain, path)).capacity,
    prism: (await measureLoadOn(prism, path)).capacity,
    hono: (await measureLoadOn(hono, path)).capacity,
  })
  // The first responses of a process are slow.
  for (let round = 0; round < 4; round += 1) await measureBoth()
  const rounds: Awaited<ReturnType<typeof measureBoth>>[] = []
  while (rounds.length < 7) rounds.push(await measureBoth())
  yield createFigure(
    'server.plain.prism',
    computeMedian(rounds.map((rate) => rate.plain / rate.prism)),
    'ratio',
    atLeast(3.5),
  )
  yield createFigure(
    'server.plain.hono',
    computeMedian(rounds.map((rate) => rate.plain / rate.hono)),
    'ratio',
    atLeast(0.6),
  )
}

const calls = {
  v2: { id: 'getAccount', parameters: { uid: 10_042, symbol: 'BTC' } },
  v1: { id: 'pullWithdrawals', parameters: { symbol: 'BTC' } },
} as const

const responses = { v2: accountResponse, v1: { code: 0, msg: 'success', data: [] } } as const

async function* measureWireSpeeds(): AsyncGenerator<Figure> {
  const keys = createKeys()
  for (const profile of ['modern', 'classic'] as const) {
    const { merchant, platform } = createSides(profile, keys, 'inline')
    const party = createParty(platform.profile)
    const merchants = new Map([[party.profile.appId, { party }]])
    // As `listen` calls it.
    const respondWire = getResponder(createService({ merchants, handlers, partial: true }).wire)
    for (const family of ['v2', 'v1'] as const) {
      const { id, parameters } = calls[family]
      const sealed = await merchant.sealRequest<SealedId>(id, parameters)
      const call = createWireTarget('http://127.0.0.1', sealed)
      const runWhole = () => respondWire(createRequest(call), {})
      const runCrypto = await createCryptoWork(party, sealed, responses[family])
      // Making the request is the caller's work, so it counts on both sides. Making the response is the server's.
      const runAlone = () => {
        createRequest(call)
        return runCrypto()
      }
      // The compiler of V8 is done with both after a few thousand calls.
      for (let calls = 0; calls < 4000; calls += 1) await Promise.all([runWhole(), runAlone()])
      yield createFigure(
        `server.wire.${profile}.${family}`,
        await compareSpeed(runWhole, runAlone),
        'ratio',
        atLeast(0.88),
      )
    }
  }
}

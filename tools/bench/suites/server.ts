// What the server costs beside its listener, beside Prism's own server, and beside the encryption.
import { fileURLToPath } from 'node:url'

import { createParty, type SealedId } from '@custody-wallet/encryption'
import { createService } from '@custody-wallet/server'
import { answerRequestOf } from '@custody-wallet/server/core'

import { speed } from '../compare.ts'
import { atLeast, type Figure, figure, type Suite } from '../figure.ts'
import { median } from '../measure.ts'
import { newKeys, sidesOf } from './encryption/messages.ts'
import { cryptoOf, loadOn, requestOf, startServer, wireTarget } from './mock.ts'
import { answer, handlers } from './server/answers.ts'

export const server: Suite = {
  measures: {
    'server.plain.prism':
      "answers of an empty handler behind the plain view, for each second of the processor, against Prism's server with a static answer",
    'server.plain.hono': 'the same against bare Hono that calls JSON.stringify and checks nothing',
    'server.wire.<profile>.<family>':
      'a sealed request with an empty handler against its encryption; both make the request, as a caller does',
  },
  figures: async function* () {
    yield* plainRates()
    yield* wireSpeeds()
  },
}

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function* plainRates(): AsyncGenerator<Figure> {
  using plain = await startServer([at('server/plain-server.ts')], 1)
  using prism = await startServer([at('mock/prism-server.ts')], 1)
  using hono = await startServer([at('server/hono-server.ts')], 1)
  const path = '/api/v2/account/getByUidAndSymbol?uid=10042&symbol=BTC'
  const each = async () => ({
    plain: (await loadOn(plain, path)).capacity,
    prism: (await loadOn(prism, path)).capacity,
    hono: (await loadOn(hono, path)).capacity,
  })
  // The first answers of a process are slow.
  for (let round = 0; round < 4; round += 1) await each()
  const rounds: Awaited<ReturnType<typeof each>>[] = []
  while (rounds.length < 7) rounds.push(await each())
  yield figure(
    'server.plain.prism',
    median(rounds.map((rate) => rate.plain / rate.prism)),
    'ratio',
    atLeast(3.5),
  )
  yield figure(
    'server.plain.hono',
    median(rounds.map((rate) => rate.plain / rate.hono)),
    'ratio',
    atLeast(0.6),
  )
}

const calls = {
  v2: { id: 'getAccount', parameters: { uid: 10_042, symbol: 'BTC' } },
  v1: { id: 'pullWithdrawals', parameters: { symbol: 'BTC' } },
} as const

const answers = { v2: answer, v1: { code: 0, msg: 'success', data: [] } } as const

async function* wireSpeeds(): AsyncGenerator<Figure> {
  const keys = newKeys()
  for (const profile of ['modern', 'classic'] as const) {
    const { merchant, platform } = sidesOf(profile, keys, 'inline')
    const party = createParty(platform.profile)
    const merchants = new Map([[party.profile.appId, { party }]])
    // As `listen` calls it.
    const wire = answerRequestOf(createService({ merchants, handlers, partial: true }).wire)
    for (const family of ['v2', 'v1'] as const) {
      const { id, parameters } = calls[family]
      const sealed = await merchant.sealRequest<SealedId>(id, parameters)
      const call = wireTarget('http://127.0.0.1', sealed)
      const whole = () => wire(requestOf(call), {})
      const crypto = await cryptoOf(party, sealed, answers[family])
      // Making the request is the caller's work, so it counts on both sides. Making the answer is the server's.
      const alone = () => {
        requestOf(call)
        return crypto()
      }
      // The compiler of V8 is done with both after a few thousand calls.
      for (let calls = 0; calls < 4000; calls += 1) await Promise.all([whole(), alone()])
      yield figure(`server.wire.${profile}.${family}`, await speed(whole, alone), 'ratio', atLeast(0.88))
    }
  }
}

// The habits of third-party clients, on chosen calls, against the mock and against a gateway.
import { join } from 'node:path'

import type { SealedId, UnknownMembersReport } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { demo, freshFolder, origin, plain, shownParameters, wire } from './support.ts'
import { callsOf, draftOf } from './third-party-calls.ts'
import { type Draft, thirdPartyClient } from './third-party-client.ts'
import { habits } from './third-party-habits.ts'

const client = thirdPartyClient(join(demo.write(origin, freshFolder()), 'classic'))

/** What the gateway hands to its service, and which members it ignores. */
interface Received {
  readonly parameters: object[]
  readonly ignored: (readonly string[])[]
}

export const received: Received = { parameters: [], ignored: [] }
const platform = demo.platform('classic', {
  onUnknownMembers: ({ members }: UnknownMembersReport) => void received.ignored.push(members),
})
const served = gateway({
  partyFor: () => platform,
  handler: (request, { parameters }) => {
    received.parameters.push(parameters)
    return plain.fetch(request)
  },
})

const services = { 'the mock': wire.fetch, 'a gateway': served } as const
const serviceNames = ['the mock', 'a gateway'] as const

export async function answerTo(draft: Draft, service: keyof typeof services) {
  received.parameters.length = 0
  received.ignored.length = 0
  return client.read(draft, await services[service](client.written(draft, origin)))
}

export const withHabit = (id: SealedId, change: (draft: Draft) => Partial<Draft>): Draft => {
  const usual = draftOf(id)
  return { ...usual, ...change(usual) }
}

/** Tests each habit on the chosen ones of the calls that it applies to. */
export const testHabits = (chosen: (calls: readonly SealedId[], at: number) => readonly SealedId[]): void =>
  describe.each(habits)('$habit', (one) => {
    const { calls, change, spoil, received: means = {}, ignored, rejected } = one
    const applies = chosen(callsOf[calls], habits.indexOf(one))

    test.each(applies)('gets through with %s, and the answer opens', async (id) => {
      for (const service of serviceNames) {
        const { code, data } = await answerTo(withHabit(id, change), service)
        expect([service, code]).toEqual([service, '0'])
        expect(data === undefined).toBe(operations[id].answer.content === 'none')
      }
      expect(received.parameters).toEqual([{ ...shownParameters(id), ...means }])
      expect(received.ignored).toEqual(ignored ? [ignored] : [])
    })

    test.each(applies)(`%s stays rejected: ${rejected}`, async (id) => {
      const habitual = withHabit(id, change)
      for (const service of serviceNames) {
        const { code } = await answerTo({ ...habitual, ...spoil(habitual) }, service)
        expect([service, code]).toEqual([service, expect.stringMatching(/^10000[1458]$/)])
      }
      expect(received.parameters).toEqual([])
    })
  })

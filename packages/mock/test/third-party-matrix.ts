// The habits of third-party clients, on chosen calls, against the mock and against a gateway.
import { join } from 'node:path'

import type { SealedId, UnknownFieldsReport } from '@custody-wallet/encryption'
import { createGateway } from '@custody-wallet/encryption/gateway'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { demo, createFolder, origin, plain, getExampleParameters, wire } from './support.ts'
import { callsOf, createDraft } from './third-party-calls.ts'
import { type Draft, createThirdPartyClient } from './third-party-client.ts'
import { habits } from './third-party-habits.ts'

const client = createThirdPartyClient(join(demo.write(origin, createFolder()), 'classic'))

/** Parameters that the gateway returns, and fields that it ignores. */
interface GatewayReports {
  readonly parameters: object[]
  readonly ignoredFields: (readonly string[])[]
}

export const reports: GatewayReports = { parameters: [], ignoredFields: [] }
const platform = demo.platform('classic', {
  onUnknownFields: ({ fields }: UnknownFieldsReport) => void reports.ignoredFields.push(fields),
})
const serveGateway = createGateway({
  findParty: () => platform,
  handler: (request, { parameters }) => {
    reports.parameters.push(parameters)
    return plain.fetch(request)
  },
})

const services = { 'the mock': wire.fetch, 'a gateway': serveGateway } as const
const serviceNames = ['the mock', 'a gateway'] as const

export async function sendDraft(draft: Draft, service: keyof typeof services) {
  reports.parameters.length = 0
  reports.ignoredFields.length = 0
  return client.read(draft, await services[service](client.write(draft, origin)))
}

export const applyHabit = (id: SealedId, change: (draft: Draft) => Partial<Draft>): Draft => {
  const usualDraft = createDraft(id)
  return { ...usualDraft, ...change(usualDraft) }
}

/** Tests each habit on some of the calls that it applies to. */
export const testHabits = (chooseCalls: (calls: readonly SealedId[], at: number) => readonly SealedId[]): void =>
  describe.each(habits)('$habit', (one) => {
    const { calls, change, corrupt, expectedParameters = {}, ignoredFields, rejection } = one
    const ids = chooseCalls(callsOf[calls], habits.indexOf(one))

    test.each(ids)('gets through with %s, and the response opens', async (id) => {
      for (const service of serviceNames) {
        const { code, data } = await sendDraft(applyHabit(id, change), service)
        expect([service, code]).toEqual([service, '0'])
        expect(data === undefined).toBe(operations[id].response.content === 'none')
      }
      expect(reports.parameters).toEqual([{ ...getExampleParameters(id), ...expectedParameters }])
      expect(reports.ignoredFields).toEqual(ignoredFields ? [ignoredFields] : [])
    })

    test.each(ids)(`%s stays rejected: ${rejection}`, async (id) => {
      const habitDraft = applyHabit(id, change)
      for (const service of serviceNames) {
        const { code } = await sendDraft({ ...habitDraft, ...corrupt(habitDraft) }, service)
        expect([service, code]).toEqual([service, expect.stringMatching(/^10000[1458]$/)])
      }
      expect(reports.parameters).toEqual([])
    })
  })

import { runInNewContext } from 'node:vm'

import { describe, expect, test } from 'vitest'

import type { CallReport, LogEntry } from '../../src/index.ts'
import { createClient, createService } from '../support/service.ts'
import { createTimers } from '../support/timers.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }

test('onCall gets sizes, duration and outcome of every attempt', async () => {
  const service = createService('modern')
  const reports: CallReport[] = []
  let now = 1_767_225_600_000
  const custody = createClient('modern', {
    clock: () => (now += 5),
    setTimer: createTimers((milliseconds) => milliseconds < 30_000),
    onCall: (report) => reports.push(report),
    fetch: async (url, init) => (reports.length === 0 ? new Response(null, { status: 502 }) : service(url, init)),
  })
  await custody.accounts.get(lookup)
  expect(reports).toEqual([
    {
      operation: 'getAccount',
      attempt: 1,
      duration: expect.any(Number),
      sent: expect.any(Number),
      received: 0,
      outcome: 'HTTP_STATUS',
    },
    {
      operation: 'getAccount',
      attempt: 2,
      duration: expect.any(Number),
      sent: expect.any(Number),
      received: expect.any(Number),
      outcome: 'responded',
    },
  ])
  expect(reports.every(({ sent, duration }) => sent > 500 && duration > 0)).toBe(true)
  expect(reports[1]?.received).toBeGreaterThan(50)
})

describe('a failing listener does not affect the call', () => {
  test.each([
    [
      'at once',
      () => {
        throw new Error('listener')
      },
    ],
    ['later', () => Promise.reject(new Error('listener'))],
    ['later in another realm', () => runInNewContext(`Promise.reject(new Error('listener'))`)],
  ])('%s is ignored', async (_name, fail) => {
    const logger = { debug: fail, warn: fail }
    const account = await createClient('modern', { onCall: fail, logger }).accounts.get(lookup)
    expect(account.normal_balance).toBeTypeOf('string')
  })
})

test("an error in the caller's own code is reported as threw", async () => {
  const outcomes: string[] = []
  const apiKey = {
    reveal(): string {
      throw new Error('the vault is closed')
    },
  }
  const { token } = createClient('modern', { apiKey, onCall: ({ outcome }) => outcomes.push(outcome) })
  await expect(token.get()).rejects.toThrow('the vault is closed')
  expect(outcomes).toEqual(['threw'])
})

test('a logger gets the call and its outcome, with personal data replaced', async () => {
  const entries: LogEntry[] = []
  const logger = {
    debug: (entry: LogEntry) => entries.push(entry),
    warn: (entry: LogEntry) => entries.push(entry),
  }
  const { users } = createClient('modern', { logger })
  await users.find({ email: 'person@custody.example', mobile: '13800000000', country: '86' })
  expect(entries.map(({ event }) => event)).toEqual(['requested', 'responded'])
  expect(entries[0]?.parameters).toEqual({ email: '[redacted]', mobile: '[redacted]', country: '86' })
})

test('invalid parameters are not logged, because personal data may be under any name', async () => {
  const entries: LogEntry[] = []
  const logger = { debug: (entry: LogEntry) => entries.push(entry), warn: () => undefined }
  const { users } = createClient('modern', { logger })
  // @ts-expect-error A misspelt field.
  await expect(users.find({ emial: 'person@custody.example' })).rejects.toThrow('break a rule')
  expect(entries).toEqual([])
})

// Errors of the client for each fault, and the effect of a retry with the same request_id.
import { isCustodyError } from '@custody-wallet/client'
import { describe, expect, test } from 'vitest'

import { faultKinds } from '../../../src/faults/kinds.ts'
import { listNames } from '../../../src/states/table.ts'
import type { FaultKind } from '../../../src/store/values.ts'
import { createShop } from '../../support/merchant.ts'
import { appIds } from '../../support/sandbox.ts'

const parameters: { readonly [Kind in FaultKind]?: object } = {
  latency: { milliseconds: 5 },
  trickle: { milliseconds: 20 },
}

/** Outcome of a call: `succeeded`, or the code of the client's error. */
async function describeOutcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'succeeded'
  } catch (error) {
    return isCustodyError(error) ? error.code : String(error)
  }
}

interface ExpectedOutcome {
  /** Of a call that reads. */
  readonly read: string
  /** Of a notification of a deposit. */
  readonly write: string
  /** What the notification credited, although it failed. */
  readonly credited: '0' | '1'
}

const createOutcome = (outcome: string, credited: ExpectedOutcome['credited']): ExpectedOutcome => ({
  read: outcome,
  write: outcome,
  credited,
})

/** Faults of connections and HTTP: the profile makes no difference. */
const sameOutcomes = {
  latency: createOutcome('succeeded', '1'),
  status: createOutcome('HTTP_STATUS', '0'),
  misdirected: createOutcome('HTTP_STATUS', '0'),
  html: createOutcome('RESPONSE_UNREADABLE', '0'),
  truncated: createOutcome('CONNECTION_FAILED', '1'),
  trickle: createOutcome('succeeded', '1'),
  lost: createOutcome('CONNECTION_FAILED', '1'),
}

/** Under modern, v2 responses are unsigned, so these faults have no effect. */
const outcomes: Readonly<Record<(typeof appIds)[number], Readonly<Record<FaultKind, ExpectedOutcome>>>> = {
  'demo-modern': {
    ...sameOutcomes,
    'token-expired': createOutcome('SERVICE_FAILED', '0'),
    'wrong-signature': { read: 'succeeded', write: 'ENVELOPE_REJECTED', credited: '1' },
    'old-key': { read: 'succeeded', write: 'ENVELOPE_REJECTED', credited: '1' },
    'unsigned-code': { read: 'SERVICE_FAILED', write: 'FAILURE_UNPROVED', credited: '0' },
  },
  'demo-classic': {
    ...sameOutcomes,
    'token-expired': { read: 'SERVICE_FAILED', write: 'FAILURE_UNPROVED', credited: '0' },
    'wrong-signature': createOutcome('ENVELOPE_REJECTED', '1'),
    'old-key': createOutcome('ENVELOPE_REJECTED', '1'),
    'unsigned-code': createOutcome('FAILURE_UNPROVED', '0'),
  },
}

describe.each(appIds)('the client of %s', (appId) => {
  test.each(listNames(faultKinds))('reports %s, and its retry credits once', async (kind) => {
    const { sandbox, custody, uid, address, getAvailable: available } = await createShop({ appId })
    const { control } = sandbox
    for (const operation of ['getAccount', 'notifyDeposit'])
      await control.faults.add({ kind, operation, view: 'wire', ...parameters[kind] })
    const sendNotification = () =>
      custody.notifications.deposit({
        request_id: 'deposit-1',
        address_to: address,
        txid: 'abc',
        amount: '1',
        confirm: 3,
        symbol: 'BTC',
        balance: '1',
        status: 1,
      })
    const read = await describeOutcome(custody.accounts.get({ uid, symbol: 'BTC' }))
    const write = await describeOutcome(sendNotification())
    expect(await control.faults.clear()).toEqual({ count: 2 })
    expect({ read, write, credited: await available() }).toEqual(outcomes[appId][kind])
    await sendNotification()
    expect(await available()).toBe('1')
  })
})

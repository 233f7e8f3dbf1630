// Control calls for faults, notifications and scenarios.
import { describe, expect } from 'vitest'

import {
  address,
  creditSteps,
  id,
  type GroupIds,
  type Step,
  symbol,
  testAll,
  testRejections,
  txid,
} from '../support/calls.ts'
import { start } from '../support/sandbox.ts'

// Nothing listens there.
const receiver = 'http://127.0.0.1:9'
const expected = {
  address_from: expect.stringMatching(/./),
  address_to: address,
  amount: '1',
  confirm: 3,
  symbol,
  balance: '1',
  status: 1,
}

describe('of scenarios,', () => {
  testAll<GroupIds<'scenarios'>>([], {
    'scenarios.list': {
      parameters: {},
      response: expect.arrayContaining([
        {
          name: 'first-deposit',
          title: 'A customer pays to a new address, and three blocks credit the payment.',
        },
      ]),
    },
    'scenarios.run': {
      parameters: { name: 'first-deposit' },
      response: {
        name: 'first-deposit',
        calls: 5,
        look: expect.stringContaining('deposit 1 is credited'),
      },
    },
  })

  testRejections([], 404, [
    { id: 'scenarios.run', parameters: { name: 'first-deposits' }, detail: 'did you mean first-deposit?' },
  ])

  testRejections([], 422, [
    {
      id: 'scenarios.run',
      parameters: { name: '../secret.yaml' },
      detail: 'accepts the name of a built-in scenario',
    },
  ])
})

describe('of faults,', () => {
  const fault = { id, kind: 'status', status: 500, percent: 100, remaining: 2, calls: 0, acted: 0 }
  const added: readonly Step[] = [['faults.add', { kind: 'status', status: 500, times: 2 }]]

  testAll<GroupIds<'faults'>>(added, {
    'faults.add': {
      parameters: { kind: 'lost', operation: 'getAccount', view: 'wire', percent: 10, seed: 'a' },
      response: {
        id: 2,
        kind: 'lost',
        operation: 'getAccount',
        view: 'wire',
        percent: 10,
        calls: 0,
        acted: 0,
      },
    },
    'faults.clear': { parameters: {}, response: { count: 1 } },
    'faults.list': { parameters: {}, response: [fault] },
    'faults.remove': { parameters: { id } },
  })

  testRejections(added, 404, [
    { id: 'faults.remove', parameters: { id: 7 }, detail: 'There is no fault 7: faults.list shows the ids.' },
  ])

  testRejections(added, 422, [
    { id: 'faults.add', parameters: { kind: 'losst' }, detail: 'kind' },
    {
      id: 'faults.add',
      parameters: { kind: 'lost', status: 500 },
      detail: 'lost has no parameter status: omit it.',
    },
  ])
})

describe('of notifications,', () => {
  const content = { ...expected, txid, request_id: expect.stringMatching(/^deposit-1-/) }
  const notification = {
    id,
    appId: 'demo-modern',
    kind: 'deposit',
    sender: 'platform',
    url: receiver,
    state: 'waiting',
    attempts: 0,
    due: start + 3_600_000,
    content,
    created_at: start,
    updated_at: start,
  }
  const settings = { enabled: true, sender: 'platform', accept: 'signed' }
  const off: Step = ['notifications.configure', { enabled: false }]
  const key = { id }
  const quiet: readonly Step[] = [
    ['merchants.update', { appId: 'demo-modern', notificationUrls: [receiver] }],
    off,
    ...creditSteps,
    ['notifications.send', { deposits: [1], delay: '1h' }],
  ]

  testAll<GroupIds<'notifications'>>(quiet, {
    'notifications.configure': { parameters: { enabled: true }, response: settings },
    'notifications.get': { parameters: key, response: { ...notification, log: [] } },
    'notifications.list': { parameters: { state: 'waiting', limit: 5 }, response: [notification] },
    'notifications.redeliver': { parameters: key, response: { ...notification, due: start } },
    'notifications.redeliverAll': { parameters: {}, response: { count: 0 } },
    'notifications.send': {
      parameters: { deposits: [1], delay: '1h' },
      response: [{ ...notification, id: 2 }],
    },
  })

  testRejections(quiet, 404, [
    {
      id: 'notifications.get',
      parameters: { id: 7 },
      detail: 'There is no notification 7: notifications.list shows the ids.',
    },
    { id: 'notifications.send', parameters: { deposits: [7] }, detail: 'There is no deposit 7:' },
  ])

  testRejections(quiet, 422, [
    {
      id: 'notifications.send',
      parameters: { deposits: [1], overrides: { amout: '1' } },
      detail: 'did you mean amount?',
    },
    { id: 'notifications.configure', parameters: { sender: 'shop' }, detail: 'sender' },
  ])
})

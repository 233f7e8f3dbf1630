// Sealed writes of one process of a sandbox: writer.ts PLACE KEYS NAME. For a line `prepare` it seals messages and prints
// `ready`; for a line `write` it sends them for two seconds, 16 at a time, and prints how many a second were answered.
import { createInterface } from 'node:readline'

import { createParty } from '@custody-wallet/encryption'
import { answerRequestOf } from '@custody-wallet/server/core'

import { stretch } from '../encryption/load.ts'
import { requestOf, wireTarget } from '../mock.ts'
import { depositOf, openedAt } from './rows.ts'
import { addressOf, shops } from './shops.ts'

const prepared = 4000
const [place = '', directory, name = ''] = process.argv.slice(2)
const sandbox = await openedAt(place, { directory })
const senders = shops.map((appId) => ({ appId, party: createParty(sandbox.merchant(appId).client.profile) }))
const wire = answerRequestOf(sandbox.wire)

let targets: Awaited<ReturnType<typeof targetOf>>[] = []
let made = 0

/** A sealed notification of a new deposit. The merchants take turns. */
async function targetOf({ appId, party }: (typeof senders)[number]) {
  const id = `${name}-${(made += 1)}`
  const sealed = await party.sealRequest('notifyDeposit', depositOf(addressOf(appId), id))
  return wireTarget('http://sandbox', sealed)
}

// Sealing is the work of merchants, so the messages exist before the measurement.
async function prepare(): Promise<string> {
  const turns = Array.from({ length: prepared / senders.length }, () => senders)
  targets = await Promise.all(turns.flat().map(targetOf))
  return 'ready'
}

async function write(): Promise<string> {
  const { rate } = await stretch(send, { atOnce: 16, seconds: 2 })
  return String(rate)
}

async function send(): Promise<void> {
  const target = targets.pop()
  if (!target) throw new Error(`Two seconds need more than ${prepared} messages.`)
  const { status } = await wire(requestOf(target), {})
  if (status !== 200) throw new Error(`A notification was answered with HTTP ${status}.`)
}

const work = { prepare, write } as const
for await (const line of createInterface({ input: process.stdin }))
  if (line === 'prepare' || line === 'write') console.log(await work[line]())

// Sealed writes of one process of a sandbox: writer.ts PLACE KEYS NAME. For a line `prepare` it seals messages and prints
// `ready`; for a line `write` it sends them for two seconds, 16 at a time, and prints how many a second were answered.
import { createInterface } from 'node:readline'

import { createParty } from '@custody-wallet/encryption'
import { getResponder } from '@custody-wallet/server/core'

import { runStretch } from '../encryption/load.ts'
import { createRequest, createWireTarget } from '../mock.ts'
import { createDeposit, openSandbox } from './rows.ts'
import { getAddress, shops } from './shops.ts'

const messageCount = 4000
const [location = '', directory, name = ''] = process.argv.slice(2)
const sandbox = await openSandbox(location, { directory })
const senders = shops.map((appId) => ({ appId, party: createParty(sandbox.merchant(appId).client.profile) }))
const respondWire = getResponder(sandbox.wire)

let targets: Awaited<ReturnType<typeof createTarget>>[] = []
let count = 0

/** A sealed notification of a new deposit. The merchants take turns. */
async function createTarget({ appId, party }: (typeof senders)[number]) {
  const id = `${name}-${(count += 1)}`
  const sealed = await party.sealRequest('notifyDeposit', createDeposit(getAddress(appId), id))
  return createWireTarget('http://sandbox', sealed)
}

// Sealing is the work of merchants, so the messages exist before the measurement.
async function prepare(): Promise<string> {
  const turns = Array.from({ length: messageCount / senders.length }, () => senders)
  targets = await Promise.all(turns.flat().map(createTarget))
  return 'ready'
}

async function write(): Promise<string> {
  const { rate } = await runStretch(send, { concurrency: 16, seconds: 2 })
  return String(rate)
}

async function send(): Promise<void> {
  const target = targets.pop()
  if (!target) throw new Error(`Two seconds need more than ${messageCount} messages.`)
  const { status } = await respondWire(createRequest(target), {})
  if (status !== 200) throw new Error(`The notification failed: HTTP ${status}.`)
}

const work = { prepare, write } as const
for await (const line of createInterface({ input: process.stdin }))
  if (line === 'prepare' || line === 'write') console.log(await work[line]())

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { Failure, createMisuse, parseInteger } from '@custody-wallet/demo/cli'
import { operations } from '@custody-wallet/types/operations'
import { findNearestName } from '@custody-wallet/types/validate'

import { parseParameters } from '../calls.ts'
import type { Line, Run } from '../commands.ts'
import { type Control, createControl, formatCurl } from '../control.ts'
import { formatColumns } from '../help.ts'
import { readField } from '../json-values.ts'
import { findCall, type EventName, examples, isEvent } from '../notifications.ts'
import { escapeControls, type Screen } from '../screen.ts'

const path = '/notifications/send'

/** Makes the sandbox send a notification and shows the response. */
export const run: Run<'trigger'> = async (line, screen) => {
  const [name, ...more] = line.positionals
  if (name === undefined) return listEvents(screen, line.has('json'))
  if (more.length > 0) throw createMisuse(`custody trigger accepts one event. Remove ${more.join(' ')}.`)
  const parameters = readParameters(parseEvent(name), line)
  const control = createControl(line.text('control'), screen.env)
  const sent = readIds(await sendNotification(control, parameters))
  if (!line.has('json')) screen.print(`Same call with curl:\n\n${formatCurl(control.url, path, parameters)}\n`)
  const outcomes: boolean[] = []
  for (const id of sent) outcomes.push(await showOutcome(id, { control, screen, isJson: line.has('json') }))
  return outcomes.every(Boolean) ? 0 : 1
}

/** Sends the notification. If the merchant has no receiver, the error suggests custody listen. */
async function sendNotification(control: Control, parameters: object): Promise<unknown> {
  try {
    return await control.call(path, parameters)
  } catch (error) {
    if (!(error instanceof Failure && error.message.includes('notificationUrls'))) throw error
    throw new Failure(`${error.message} Run custody listen --demo modern to register one and see what arrives.`)
  }
}

function listEvents(screen: Screen, isJson: boolean): void {
  const rows = Object.keys(examples)
    .filter(isEvent)
    .map((event) => [event, operations[findCall(event)].summary] as const)
  if (isJson) for (const [event, summary] of rows) screen.value({ event, summary })
  else screen.print(formatColumns(rows).join('\n'))
}

function parseEvent(name: string): EventName {
  if (isEvent(name)) return name
  const known = Object.keys(examples)
  const near = findNearestName(name, known)
  throw createMisuse(
    `Unknown event ${name}. ${near === undefined ? `Events: ${known.join(', ')}.` : `Did you mean ${near}?`}`,
  )
}

const orders: Readonly<Record<string, string>> = {
  given: 'given',
  reversed: 'reversed',
  'at-once': 'at once',
}

function readParameters(event: EventName, line: Line<'trigger'>): object {
  const ids = line.all('id').map((id) => parseInteger('--id', id, [1, 999_999]))
  if (ids.length > 0 && event !== 'deposit') throw createMisuse('--id needs the event deposit.')
  const overrides = parseParameters(operations[findCall(event)], line.all('override'))
  const [copies, order, requestIds, delay] = [
    line.text('copies'),
    line.text('order'),
    line.text('request-ids'),
    line.text('delay'),
  ]
  if (order !== undefined && !Object.hasOwn(orders, order))
    throw createMisuse(`--order must be one of ${Object.keys(orders).join(', ')}, not ${order}.`)
  return {
    appId: line.text('merchant') ?? 'demo-modern',
    kind: event,
    ...(ids.length > 0 ? { deposits: ids } : { content: examples[event](randomBytes(8).toString('hex')) }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
    ...(copies !== undefined && { copies: parseInteger('--copies', copies, [1, 1000]) }),
    ...(order !== undefined && { order: orders[order] }),
    ...(requestIds !== undefined && { requestIds }),
    ...(delay !== undefined && { delay }),
  }
}

const readIds = (response: unknown): readonly number[] =>
  Array.isArray(response)
    ? response.map((one: unknown) => readField(one, 'id')).filter((id) => typeof id === 'number')
    : []

interface OutcomeOptions {
  readonly control: Control
  readonly screen: Screen
  readonly isJson: boolean
}

interface Delivery {
  readonly state: string
  readonly url: string
  readonly log: readonly {
    readonly status: number | null
    readonly failure: string | null
    readonly detail: string
  }[]
}

// Long enough for a receiver on this machine. If its clock is frozen, the sandbox sends nothing.
const patience = 3000
const pause = 50

/** Shows the first attempt of a notification. Resolves with false if the receiver rejected it. */
async function showOutcome(id: number, { control, screen, isJson }: OutcomeOptions): Promise<boolean> {
  let delivery = await readDelivery(control, id)
  for (let waitTime = 0; waitTime < patience && delivery?.log.length === 0; waitTime += pause) {
    await wait(pause)
    delivery = await readDelivery(control, id)
  }
  const attempt = delivery?.log.at(-1)
  if (isJson) screen.value({ id, ...delivery })
  else screen.print(`notification ${id} to ${delivery?.url ?? 'the receiver'}: ${formatOutcome(attempt)}`)
  return attempt === undefined || attempt.failure === ''
}

function formatOutcome(attempt: Delivery['log'][number] | undefined): string {
  if (attempt === undefined) return 'not sent yet; the clock of the sandbox may be frozen'
  const { status, failure, detail } = attempt
  if (failure === '') return `delivered, HTTP ${status ?? 200}`
  const parts = [failure, status === null ? '' : `HTTP ${status}`, detail]
  return escapeControls(parts.filter((part) => part !== '').join(', '))
}

async function readDelivery(control: Control, id: number): Promise<Delivery | undefined> {
  const found = await control.call(`/notifications/get?id=${id}`)
  return isDelivery(found) ? found : undefined
}

const isDelivery = (value: unknown): value is Delivery =>
  readField(value, 'state') !== undefined && Array.isArray(readField(value, 'log'))

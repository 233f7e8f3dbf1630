import { type Case, expectChange, isAccepted, describeWrongChange, sentences } from './case.ts'
import type { Changes, Delivery } from './delivery.ts'
import { isSame } from './observer.ts'

/** A message that is not genuine: the receiver must not credit it or respond with success. */
const createForgeryCase = (id: string, title: string, changes: Changes, sentence: string): Case => ({
  id,
  title,
  sentence,
  async run(session) {
    let delivery: Delivery | undefined
    const finding = await expectChange(session, '0', async () => {
      delivery = await session.send(session.deposit(), changes)
    })
    if (finding) return finding
    return delivery && isAccepted(delivery) ? { problem: `the response is a success: ${delivery.summary}` } : undefined
  },
})

/** A message in another spelling: the receiver must credit it once, or reject it if both sides are strict. */
const createReadingCase = (id: string, title: string, changes: Changes, canReject: boolean): Case => ({
  id,
  title,
  async run(session) {
    const notification = session.deposit()
    let delivery: Delivery | undefined
    // Under modern, receivers may reject what no sender of modern writes.
    const isStrict = canReject && session.profile.suite.id === 'modern'
    const sendTwice = async (): Promise<void> => {
      delivery = await session.send(notification, changes)
      await session.send(notification, changes)
    }
    const change = await session.change(sendTwice, { expected: isStrict ? ['0.5', '0'] : ['0.5'] })
    if (change === undefined) return { obstacle: 'The probe returned no amount for what is credited.' }
    if (isSame(change.amount, '0.5')) return undefined
    if (isStrict && isSame(change.amount, '0') && delivery && !isAccepted(delivery)) return undefined
    return { problem: `${describeWrongChange(change, '0.5')}; the response: ${delivery?.summary ?? 'lost'}` }
  },
})

type Field = readonly [name: string, value: unknown]

const rewriteFields =
  (change: (fields: readonly Field[]) => readonly Field[]) =>
  (text: string): string =>
    JSON.stringify(Object.fromEntries(change(Object.entries(Object(JSON.parse(text))))))

/** Writes numbers as strings. It works on the JSON text, because parsing could lose digits. */
const quoteNumbers = (text: string): string => text.replaceAll(/:(-?[\d.]+(?:e[+-]?\d+)?)(?=[,}])/gi, ':"$1"')

const changeText = (text: string): string => {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

const threeHours = 3 * 60 * 60 * 1000

export const forgeryCases: readonly Case[] = [
  createForgeryCase(
    'genuine/1',
    'rejects changed data',
    { envelope: { field: 'data', change: changeText } },
    sentences.signature,
  ),
  createForgeryCase(
    'genuine/2',
    'rejects a changed signature',
    { envelope: { field: 'sign', change: changeText } },
    sentences.signature,
  ),
  createForgeryCase(
    'genuine/3',
    'rejects a message without a signature',
    { envelope: { field: 'sign', change: () => '' } },
    sentences.signature,
  ),
  createForgeryCase('genuine/4', 'rejects the signature of another key', { hasOtherKeys: true }, sentences.signature),
  createForgeryCase(
    'genuine/5',
    'rejects the message of another merchant',
    { appId: 'demo-other-merchant' },
    sentences.envelope,
  ),
  createReadingCase(
    'reading/1',
    'credits a message with its fields in another order',
    { plaintext: rewriteFields((list) => list.toReversed()) },
    false,
  ),
  createReadingCase(
    'reading/2',
    'credits a message with unknown fields, or rejects it under modern',
    { plaintext: rewriteFields((list) => [...list, ['block_height', 800_000]]) },
    true,
  ),
  createReadingCase(
    'reading/3',
    'credits a message with numbers as strings, or rejects it under modern',
    { plaintext: quoteNumbers },
    true,
  ),
  createReadingCase(
    'reading/4',
    'credits a message that arrives three hours after its time',
    { age: -threeHours },
    false,
  ),
]

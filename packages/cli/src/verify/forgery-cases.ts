// Cases about messages that are not genuine, and about genuine ones that senders write in another way.
import { type Case, expectChange, isAccepted, otherChange, sentences } from './case.ts'
import type { Changes, Delivery } from './delivery.ts'
import { isSame } from './observer.ts'

/** A message that is not genuine: no credit, and no success. */
const refused = (id: string, title: string, changes: Changes, sentence: string): Case => ({
  id,
  title,
  sentence,
  async run(session) {
    let delivery: Delivery | undefined
    const finding = await expectChange(session, '0', async () => {
      delivery = await session.send(session.deposit(), changes)
    })
    if (finding) return finding
    return delivery && isAccepted(delivery)
      ? { problem: `the response is a success: ${delivery.shown}` }
      : undefined
  },
})

/** A message that some honest senders write: credited once, however often it comes, or rejected where both sides are strict. */
const readable = (id: string, title: string, changes: Changes, mayRefuse: boolean): Case => ({
  id,
  title,
  async run(session) {
    const notification = session.deposit()
    let delivery: Delivery | undefined
    // Both sides of modern are strict: what neither sends, both reject.
    const isStrict = mayRefuse && session.profile.suite.id === 'modern'
    const sendTwice = async (): Promise<void> => {
      delivery = await session.send(notification, changes)
      await session.send(notification, changes)
    }
    const change = await session.change(sendTwice, { expected: isStrict ? ['0.5', '0'] : ['0.5'] })
    if (change === undefined) return { unseen: 'The probe does not tell what is credited.' }
    if (isSame(change.amount, '0.5')) return undefined
    if (isStrict && isSame(change.amount, '0') && delivery && !isAccepted(delivery)) return undefined
    return { problem: `${otherChange(change, '0.5')}; the response: ${delivery?.shown ?? 'lost'}` }
  },
})

type Member = readonly [name: string, value: unknown]

const rewritten =
  (change: (members: readonly Member[]) => readonly Member[]) =>
  (text: string): string =>
    JSON.stringify(Object.fromEntries(change(Object.entries(Object(JSON.parse(text))))))

/** Numbers as texts, from the source, so that no digit is lost. */
const quoted = (text: string): string => text.replaceAll(/:(-?[\d.]+(?:e[+-]?\d+)?)(?=[,}])/gi, ':"$1"')

/** Changes one character in the middle. */
const altered = (text: string): string => {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

const threeHours = 3 * 60 * 60 * 1000

export const forgeryCases: readonly Case[] = [
  refused(
    'genuine/1',
    'rejects altered data',
    { envelope: { member: 'data', change: altered } },
    sentences.signature,
  ),
  refused(
    'genuine/2',
    'rejects an altered signature',
    { envelope: { member: 'sign', change: altered } },
    sentences.signature,
  ),
  refused(
    'genuine/3',
    'rejects a message without a signature',
    { envelope: { member: 'sign', change: () => '' } },
    sentences.signature,
  ),
  refused('genuine/4', 'rejects the signature of another key', { otherKeys: true }, sentences.signature),
  refused(
    'genuine/5',
    'rejects the message of another merchant',
    { appId: 'demo-other-merchant' },
    sentences.envelope,
  ),
  readable(
    'reading/1',
    'credits a message whatever the order of its fields',
    { plaintext: rewritten((list) => list.toReversed()) },
    false,
  ),
  readable(
    'reading/2',
    'reads a message with unknown fields, or rejects it under modern',
    { plaintext: rewritten((list) => [...list, ['block_height', 800_000]]) },
    true,
  ),
  readable(
    'reading/3',
    'reads a message with numbers as strings, or rejects it under modern',
    { plaintext: quoted },
    true,
  ),
  readable(
    'reading/4',
    'credits a message that is repeated three hours after its time',
    { age: -threeHours },
    false,
  ),
]

// What clients of others are known to send, as one table. The guide on third-party clients shows it.
import type { callsOf } from './third-party-calls.ts'
import {
  asText,
  base64,
  base64url,
  inLines,
  long,
  numbersAs,
  padded,
  replaced,
  reversed,
  seconds,
  shortened,
  textBy,
  timed,
  whole,
  without,
} from './third-party-changes.ts'
import type { Draft } from './third-party-client.ts'

/** One habit, with the nearest mistake that stays rejected. Both change the message of a usual client. */
export interface Habit {
  readonly habit: string
  readonly who: string
  readonly calls: keyof typeof callsOf
  readonly change: (draft: Draft) => Partial<Draft>
  readonly rejected: string
  /** Applied after the habit. */
  readonly spoil: (draft: Draft) => Partial<Draft>
  /** Parameters that the receiver sees where they are not those of the usual message. */
  readonly received?: Readonly<Record<string, unknown>>
  /** Members that the receiver is told about. */
  readonly ignored?: readonly string[]
}

const anyone = 'public clients'

export const habits: readonly Habit[] = [
  {
    habit: 'GET, with `app_id` and `data` in the query',
    who: anyone,
    calls: 'v2 and MPC',
    change: () => ({ method: 'GET' }),
    rejected: 'further members in the query',
    spoil: () => ({ escape: (text) => `${encodeURIComponent(text)}&sign=1` }),
  },
  {
    habit: 'POST, with the same two members as a form',
    who: 'public JavaScript and Python clients, on v2 calls and `listDelegations`',
    calls: 'v2 and MPC',
    change: () => ({ method: 'POST' }),
    rejected: 'a body of another content type',
    spoil: () => ({ type: 'application/json' }),
  },
  {
    habit: '`charset: "UTF-8"`',
    who: 'public JavaScript, Python, Go and PHP clients, on v2 calls',
    calls: 'v2 and MPC',
    change: (draft) => replaced(draft, { charset: 'UTF-8' }),
    rejected: 'another charset',
    spoil: (draft) => replaced(draft, { charset: 'GBK' }),
  },
  {
    habit: 'no `charset` and no `version`',
    who: anyone,
    calls: 'v2 and MPC',
    change: (draft) => without(draft, 'charset', 'version'),
    rejected: 'no `time`',
    spoil: (draft) => without(draft, 'time'),
  },
  {
    habit: '`time` in whole seconds times 1000',
    who: anyone,
    calls: 'all',
    change: (draft) => timed(draft, whole),
    rejected: 'a fraction of a millisecond',
    spoil: (draft) => timed(draft, whole + 0.5),
  },
  {
    habit: '`time` of the envelope in seconds',
    who: 'clients of public documents that allow seconds',
    calls: 'v1',
    change: () => ({ time: seconds }),
    rejected: 'a date',
    spoil: () => ({ time: '2026-01-01' }),
  },
  {
    habit: 'numbers as texts, `time` included',
    who: anyone,
    calls: 'all',
    change: (draft) => numbersAs(draft, asText),
    rejected: 'white space around the digits',
    spoil: (draft) =>
      numbersAs(draft, (value) => (/^\d+$/.test(String(value)) ? `${String(value)} ` : value)),
  },
  {
    habit: '`max_id` as a number',
    who: anyone,
    calls: 'deposit and stake cursors',
    change: (draft) => replaced(draft, { max_id: Number(draft.content['max_id']) }),
    rejected: 'a fraction',
    spoil: (draft) => replaced(draft, { max_id: 0.5 }),
  },
  {
    habit: 'amounts like `1e-8`',
    who: 'JavaScript and Python clients: their languages write small numbers so',
    calls: 'notifications',
    change: (draft) => replaced(draft, { amount: 1e-8 }),
    received: { amount: '0.00000001' },
    rejected: 'a negative amount',
    spoil: (draft) => replaced(draft, { amount: -1e-8 }),
  },
  {
    habit: 'members in any order',
    who: anyone,
    calls: 'all',
    change: () => ({ json: (members) => JSON.stringify(reversed(members)) }),
    rejected: 'a member twice',
    spoil: ({ json }) => ({
      json: (members) => json(members).replace(/^\{(".*?":(?:".*?"|[^,}]+))/, '{$1,$1'),
    }),
  },
  {
    habit: 'members that the call does not know',
    who: 'a public Java client sends `memo: false` with `countAvailableAddresses`',
    calls: 'all',
    change: ({ content }) => ({ content: { ...content, sign_type: 'RSA', nonce: 7 } }),
    ignored: ['sign_type', 'nonce'],
    rejected: 'a known member in another spelling, such as `Amount`',
    spoil: ({ content }) => {
      const [name = ''] = Object.keys(content)
      return { content: { ...content, [name.toUpperCase()]: content[name] } }
    },
  },
  {
    habit: 'blocks of 234 bytes',
    who: anyone,
    calls: 'all',
    change: () => ({ json: long, size: 234 }),
    rejected: 'a block that is cut short',
    spoil: shortened,
  },
  {
    habit: 'blocks of 245 bytes, which are full for 2048 bits',
    who: anyone,
    calls: 'all',
    change: () => ({ json: long, size: 245 }),
    rejected: 'a block that is cut short',
    spoil: shortened,
  },
  {
    habit: 'base64url without padding',
    who: anyone,
    calls: 'all',
    change: () => ({ text: base64url }),
    rejected: 'hexadecimal',
    spoil: () => ({ text: (sealed) => sealed.toString('hex') }),
  },
  {
    habit: 'base64url with padding',
    who: anyone,
    calls: 'all',
    change: () => ({ text: (sealed) => padded(base64url(sealed)) }),
    rejected: 'wrong padding',
    spoil: textBy((text) => `${text}=`),
  },
  {
    habit: 'standard base64',
    who: anyone,
    calls: 'all',
    change: () => ({ text: base64 }),
    rejected: 'line breaks',
    spoil: inLines,
  },
  {
    habit: 'standard base64 without padding',
    who: anyone,
    calls: 'all',
    change: () => ({ text: (sealed) => base64(sealed).replace(/=+$/, '') }),
    rejected: 'wrong padding',
    spoil: textBy((text) => `${text}=`),
  },
  {
    habit: 'standard base64 whose `+` is not percent-encoded',
    who: anyone,
    calls: 'v2 and MPC',
    change: () => ({ text: base64, escape: (text) => text }),
    rejected: 'line breaks',
    spoil: (draft) => ({ ...inLines(draft), escape: (text) => text.replaceAll('\r\n', '%0D%0A') }),
  },
  {
    habit: 'no `address_from`',
    who: 'senders of coins that have no source address',
    calls: 'notifications',
    change: (draft) => without(draft, 'address_from'),
    received: { address_from: undefined },
    rejected: 'no `address_to`',
    spoil: (draft) => without(draft, 'address_to'),
  },
]

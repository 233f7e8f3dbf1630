// What clients of others are known to send, as one table. The guide on third-party clients shows it.
import type { callsOf } from './third-party-calls.ts'
import {
  toText,
  toBase64,
  toBase64url,
  splitLines,
  formatLong,
  replaceNumbers,
  addPadding,
  replaceContent,
  reverseFields,
  seconds,
  shortenText,
  changeText,
  replaceTime,
  whole,
  removeFields,
} from './third-party-changes.ts'
import type { Draft } from './third-party-client.ts'

/** A habit, with the nearest mistake that stays rejected. Both change the message of a usual client. */
export interface Habit {
  readonly habit: string
  readonly who: string
  readonly calls: keyof typeof callsOf
  readonly change: (draft: Draft) => Partial<Draft>
  readonly rejection: string
  /** Applied after the habit. */
  readonly corrupt: (draft: Draft) => Partial<Draft>
  /** Parameters that the receiver reads, if they differ from the usual message. */
  readonly expectedParameters?: Readonly<Record<string, unknown>>
  /** Fields that the receiver ignores. */
  readonly ignoredFields?: readonly string[]
}

const anyone = 'public clients'

export const habits: readonly Habit[] = [
  {
    habit: 'GET, with `app_id` and `data` in the query',
    who: anyone,
    calls: 'v2 and MPC',
    change: () => ({ method: 'GET' }),
    rejection: 'further fields in the query',
    corrupt: () => ({ escape: (text) => `${encodeURIComponent(text)}&sign=1` }),
  },
  {
    habit: 'POST, with the same two fields as a form',
    who: 'public JavaScript and Python clients, on v2 calls and `listDelegations`',
    calls: 'v2 and MPC',
    change: () => ({ method: 'POST' }),
    rejection: 'a body of another content type',
    corrupt: () => ({ type: 'application/json' }),
  },
  {
    habit: '`charset: "UTF-8"`',
    who: 'public JavaScript, Python, Go and PHP clients, on v2 calls',
    calls: 'v2 and MPC',
    change: (draft) => replaceContent(draft, { charset: 'UTF-8' }),
    rejection: 'another charset',
    corrupt: (draft) => replaceContent(draft, { charset: 'GBK' }),
  },
  {
    habit: 'no `charset` and no `version`',
    who: anyone,
    calls: 'v2 and MPC',
    change: (draft) => removeFields(draft, 'charset', 'version'),
    rejection: 'no `time`',
    corrupt: (draft) => removeFields(draft, 'time'),
  },
  {
    habit: '`time` in whole seconds times 1000',
    who: anyone,
    calls: 'all',
    change: (draft) => replaceTime(draft, whole),
    rejection: 'a fraction of a millisecond',
    corrupt: (draft) => replaceTime(draft, whole + 0.5),
  },
  {
    habit: '`time` of the envelope in seconds',
    who: 'clients of public documents that allow seconds',
    calls: 'v1',
    change: () => ({ time: seconds }),
    rejection: 'a date',
    corrupt: () => ({ time: '2026-01-01' }),
  },
  {
    habit: 'numbers as texts, `time` included',
    who: anyone,
    calls: 'all',
    change: (draft) => replaceNumbers(draft, toText),
    rejection: 'white space around the digits',
    corrupt: (draft) => replaceNumbers(draft, (value) => (/^\d+$/.test(String(value)) ? `${String(value)} ` : value)),
  },
  {
    habit: '`max_id` as a number',
    who: anyone,
    calls: 'deposit and stake cursors',
    change: (draft) => replaceContent(draft, { max_id: Number(draft.content['max_id']) }),
    rejection: 'a fraction',
    corrupt: (draft) => replaceContent(draft, { max_id: 0.5 }),
  },
  {
    habit: 'amounts like `1e-8`',
    who: 'JavaScript and Python clients: their languages write small numbers so',
    calls: 'notifications',
    change: (draft) => replaceContent(draft, { amount: 1e-8 }),
    expectedParameters: { amount: '0.00000001' },
    rejection: 'a negative amount',
    corrupt: (draft) => replaceContent(draft, { amount: -1e-8 }),
  },
  {
    habit: 'fields in any order',
    who: anyone,
    calls: 'all',
    change: () => ({ json: (fields) => JSON.stringify(reverseFields(fields)) }),
    rejection: 'a field twice',
    corrupt: ({ json }) => ({
      json: (fields) => json(fields).replace(/^\{(".*?":(?:".*?"|[^,}]+))/, '{$1,$1'),
    }),
  },
  {
    habit: 'fields that the call does not know',
    who: 'a public Java client sends `memo: false` with `countAvailableAddresses`',
    calls: 'all',
    change: ({ content }) => ({ content: { ...content, sign_type: 'RSA', nonce: 7 } }),
    ignoredFields: ['sign_type', 'nonce'],
    rejection: 'a known field in another spelling, such as `Amount`',
    corrupt: ({ content }) => {
      const [name = ''] = Object.keys(content)
      return { content: { ...content, [name.toUpperCase()]: content[name] } }
    },
  },
  {
    habit: 'blocks of 234 bytes',
    who: anyone,
    calls: 'all',
    change: () => ({ json: formatLong, size: 234 }),
    rejection: 'a block that is cut short',
    corrupt: shortenText,
  },
  {
    habit: 'blocks of 245 bytes, which are full for 2048 bits',
    who: anyone,
    calls: 'all',
    change: () => ({ json: formatLong, size: 245 }),
    rejection: 'a block that is cut short',
    corrupt: shortenText,
  },
  {
    habit: 'base64url without padding',
    who: anyone,
    calls: 'all',
    change: () => ({ text: toBase64url }),
    rejection: 'hexadecimal',
    corrupt: () => ({ text: (sealed) => sealed.toString('hex') }),
  },
  {
    habit: 'base64url with padding',
    who: anyone,
    calls: 'all',
    change: () => ({ text: (sealed) => addPadding(toBase64url(sealed)) }),
    rejection: 'wrong padding',
    corrupt: changeText((text) => `${text}=`),
  },
  {
    habit: 'standard base64',
    who: anyone,
    calls: 'all',
    change: () => ({ text: toBase64 }),
    rejection: 'line breaks',
    corrupt: splitLines,
  },
  {
    habit: 'standard base64 without padding',
    who: anyone,
    calls: 'all',
    change: () => ({ text: (sealed) => toBase64(sealed).replace(/=+$/, '') }),
    rejection: 'wrong padding',
    corrupt: changeText((text) => `${text}=`),
  },
  {
    habit: 'standard base64 whose `+` is not percent-encoded',
    who: anyone,
    calls: 'v2 and MPC',
    change: () => ({ text: toBase64, escape: (text) => text }),
    rejection: 'line breaks',
    corrupt: (draft) => ({ ...splitLines(draft), escape: (text) => text.replaceAll('\r\n', '%0D%0A') }),
  },
  {
    habit: 'no `address_from`',
    who: 'senders of coins that have no source address',
    calls: 'notifications',
    change: (draft) => removeFields(draft, 'address_from'),
    expectedParameters: { address_from: undefined },
    rejection: 'no `address_to`',
    corrupt: (draft) => removeFields(draft, 'address_to'),
  },
]

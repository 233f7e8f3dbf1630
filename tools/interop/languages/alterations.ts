// Messages with one change each, which a codec must reject.
import type { Case } from './calls.ts'

/** A changed call. */
interface Alteration {
  readonly change: string
  readonly case: Case
  /** `content`: both profiles reject it. `context`: only modern does, because its signature covers the context. */
  readonly kind: 'content' | 'context'
}

/** Every change of one call. */
export function alterCase(one: Case): readonly Alteration[] {
  const contents = listSealedTexts(one).flatMap(({ name, text, replaceText }) =>
    changeText(text).map(([change, changedText]) => ({
      change: `${change} of ${name}`,
      case: replaceText(changedText),
      kind: 'content' as const,
    })),
  )
  const frames = changeFrame(one).map((frame) => ({ ...frame, kind: 'content' as const }))
  const contexts = changeContext(one).map((context) => ({ ...context, kind: 'context' as const }))
  return [...contents, ...frames, ...contexts]
}

interface SealedText {
  readonly name: string
  readonly text: string
  readonly replaceText: (text: string) => Case
}

/** The texts of a call that were encrypted or signed: `data`, and `sign` of v1. */
function listSealedTexts(one: Case): readonly SealedText[] {
  if (one.call === 'openQuery') return [{ name: 'data', text: one.data, replaceText: (data) => ({ ...one, data }) }]
  if (one.call !== 'openRequest' && one.call !== 'openAnswer' && one.call !== 'openQueryAnswer') return []
  const frame = parseFields(one.body)
  return ['data', 'sign'].flatMap((name) => {
    const text = frame[name]
    if (typeof text !== 'string' || text === '') return []
    const replaceText = (changedText: string): Case => ({
      ...one,
      body: JSON.stringify({ ...frame, [name]: changedText }),
    })
    return [{ name, text, replaceText }]
  })
}

type Change = readonly [name: string, text: string]

/** One byte changed at many locations, another spelling of the same bytes, a missing part, another key id. */
function changeText(text: string): readonly Change[] {
  const positions = Array.from({ length: 12 }, (_, at) => Math.floor((at * (text.length - 1)) / 11))
  return [
    ...positions.filter((at) => text[at] !== '.').map((at): Change => [`character ${at}`, flipBit(text, at)]),
    ['padding', `${text}=`],
    ['white space', `${text}\n`],
    ['last part', text.slice(0, -4)],
    ['whole', ''],
    ...changeKey(text),
  ]
}

// The first bit of a character always counts; the last bits of the last one may not.
function flipBit(text: string, at: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const other = alphabet[alphabet.indexOf(text[at] ?? '') ^ 32] ?? 'A'
  return text.slice(0, at) + other + text.slice(at + 1)
}

function changeKey(text: string): readonly Change[] {
  const [head = '', ...rest] = text.split('.')
  if (rest.length === 0) return []
  const header = parseFields(Buffer.from(head, 'base64url').toString())
  const writeToken = (fields: object): string =>
    [Buffer.from(JSON.stringify(fields)).toString('base64url'), ...rest].join('.')
  return [
    ['key id', writeToken({ ...header, kid: 'test-other' })],
    ['algorithm', writeToken({ ...header, alg: 'none' })],
    ['compression', writeToken({ ...header, zip: 'DEF' })],
  ]
}

type ChangedCase = Omit<Alteration, 'kind'>

/** The JSON around the sealed strings in another form, and a response with another code. */
function changeFrame(one: Case): readonly ChangedCase[] {
  if (!('body' in one)) return []
  const bodies = [
    ['a field twice', one.body.replace('{', '{"data":"",')],
    ['an unknown field', one.body.replace('{', '{"more":"",')],
    ['text after it', `${one.body}{}`],
    ['a byte order mark', `\u{FEFF}${one.body}`],
    ['another code', one.body.replace('"code":0', '"code":100005')],
    ['a code as text', one.body.replace('"code":0', '"code":"0"')],
    ['a time as text', one.body.replace(/"time":(\d+)/, '"time":"$1"')],
    ['a time with an exponent', one.body.replace(/"time":(\d+)/, '"time":$1e0')],
  ] as const
  return bodies.flatMap(([change, body]) =>
    body === one.body ? [] : [{ change: `with ${change}`, case: { ...one, body } }],
  )
}

/** The same message in another context: another path, time, party or request. */
function changeContext(one: Case): readonly ChangedCase[] {
  if (one.call === 'openAnswer') return changeResponse(one)
  if (one.call !== 'openRequest' && one.call !== 'openQuery') return []
  const profile = one.party.replace(/-platform$/, '')
  return [
    { change: 'on another path', case: { ...one, path: `${one.path}s` } },
    { change: 'for another receiver', case: { ...one, party: `${profile}-other-id` } },
    ...(one.call === 'openRequest' ? changeRequest(one) : [changeMerchant(one)]),
  ]
}

const changeMerchant = (one: Case): ChangedCase => ({
  change: 'for another merchant',
  case: { ...one, party: one.party.replace(/-platform$/, '-other-app') },
})

const changeRequest = (one: Extract<Case, { readonly call: 'openRequest' }>): readonly ChangedCase[] => {
  const frame = parseFields(one.body)
  return [{ change: 'at another time', case: { ...one, body: JSON.stringify({ ...frame, time: 1 }) } }]
}

type OpenResponseCase = Extract<Case, { readonly call: 'openAnswer' }>

function changeResponse(one: OpenResponseCase): readonly ChangedCase[] {
  const [frame, request] = [parseFields(one.body), parseFields(one.request)]
  return [
    ...useResponseAsRequest(one),
    { change: 'on another path', case: { ...one, path: `${one.path}s` } },
    { change: 'with another message', case: { ...one, body: JSON.stringify({ ...frame, msg: 'other' }) } },
    { change: 'for another request', case: { ...one, request: JSON.stringify({ ...request, sign: 'AA' }) } },
    { change: 'at another time', case: { ...one, request: JSON.stringify({ ...request, time: 1 }) } },
  ]
}

// A blank response has nothing that a request could contain.
function useResponseAsRequest({ party, path, body, request }: OpenResponseCase): readonly ChangedCase[] {
  const [{ app_id, time }, { data, sign }] = [parseFields(request), parseFields(body)]
  const reflections = JSON.stringify({ app_id, time, sign, data })
  const change = 'as a request'
  return data === '' ? [] : [{ change, case: { party, call: 'openRequest', path, body: reflections } }]
}

const parseFields = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text)

import { wrapText } from '../help.ts'
import { toJson, escapeControls, type Style } from '../screen.ts'
import type { Finding, Report, ComparedBytes } from './index.ts'
import { formatProfile } from './profile-text.ts'
import type {
  DataSettings,
  JoseSettings,
  SignatureSettings,
  SignSettings,
  Spelling,
  Stage,
  UsedKey,
} from './settings.ts'

/** Adds a style on a terminal with colours. */
export type Marker = (style: Style, text: string) => string

const width = 80

/** Formats the report in 80 columns. */
export const formatReport = ({ findings, profiles, keys, left }: Report, style: Marker): string =>
  [
    ...(findings.length === 0 ? wrapText(nothing) : []),
    ...findings.flatMap((finding, at) => [...(at === 0 ? [] : ['']), ...formatFinding(finding, style)]),
    ...profiles.flatMap((profile) => ['', ...formatProfile(profile, findAppId(findings))]),
    ...(keys.length === 0 ? ['', ...wrapText(noKeys)] : []),
    ...(left === 0 ? [] : ['', ...wrapText(formatLeft(findings.length, left))]),
  ].join('\n')

const findAppId = (findings: readonly Finding[]): string | undefined =>
  findings.find(({ appId }) => appId !== undefined)?.appId

const nothing =
  'The capture contains no message of the interface. Give the body of a request or a response with data or sign, its query string, a curl command, a HAR file or a line of a log.'
const noKeys =
  'No keys were given, so the report only shows the structure. Give your private key and the public key of the other party with --key FILE, or their variables with --env FILE.'

const formatLeft = (searchCount: number, left: number): string =>
  `The capture has ${left} more messages: only the first ${searchCount} were searched. To search the others, split the capture.`

function formatFinding(finding: Finding, style: Marker): readonly string[] {
  const { where, direction, path, fits, data, sign, calls, hints, stage } = finding
  const place = [where, direction, path].filter(Boolean).join(', ')
  return [
    style('bold', escapeControls(place)),
    ...formatRow('evidence', formatVerdict(finding), (text) => style(fits ? 'green' : 'yellow', text)),
    ...(data ? formatData(data) : []),
    ...(sign ? formatSign(sign) : []),
    ...(calls.length > 0 ? formatRow('content', `fits ${formatList(calls)}`) : []),
    ...hints.flatMap((hint) => formatRow('hint', hint)),
    ...(stage ? formatStage(stage, style) : []),
    ...formatCompared(finding.compared),
  ]
}

function formatVerdict({ fits, evidence, stage }: Finding): string {
  const found = evidence.join(', ') || 'none'
  return !fits && stage?.name === 'signature' ? `${found}; the signature does not fit` : found
}

const label = 11

/** Formats a named line and wraps it. */
function formatRow(name: string, text: string, mark = (line: string): string => line): readonly string[] {
  const [first = '', ...more] = wrapText(escapeControls(text), width - label - 2).map(mark)
  return [`  ${name.padEnd(label)}${first}`, ...more.map((line) => `  ${' '.repeat(label)}${line}`)]
}

const mostCalls = 4

const formatList = (calls: readonly string[]): string =>
  calls.slice(0, mostCalls).join(', ') + (calls.length > mostCalls ? ` and ${calls.length - mostCalls} more` : '')

function formatData(data: DataSettings): readonly string[] {
  if (data.kind === 'JWS') return formatRow('data', `JWS, ${formatJose(data.jose)}${formatKeyPart(data.signature)}`)
  const openedRow = formatRow('', `opened by ${formatKey(data.key)}`)
  if (data.kind === 'JWE') {
    const { inner } = data
    const around = inner
      ? formatRow('', `around a JWS, ${formatJose(inner.jose)}${formatKeyPart(inner.signature)}`)
      : []
    return [...formatRow('data', `JWE, ${formatJose(data.jose)}`), ...openedRow, ...around]
  }
  const { padding, blocks, chunk } = data
  const cut = chunk.kind === 'open' ? 'one block' : `${blocks} blocks`
  const sizes = chunk.sizes.join(chunk.kind === 'varied' ? ', ' : ' or ')
  return [
    ...formatRow('data', `${formatSpelling(data)}; padding ${padding.name}`),
    ...formatRow('', `${cut} of ${data.key.bits} bits; plaintext bytes in a block: ${sizes}${formatOpenSize(data)}`),
    ...openedRow,
  ]
}

const formatOpenSize = ({ chunk }: Extract<DataSettings, { kind: 'blocks' }>): string =>
  chunk.kind === 'open' ? `, or any size from ${chunk.least} to ${chunk.most}` : ''

function formatSign(sign: SignSettings): readonly string[] {
  const how =
    sign.kind === 'JWS' ? `${sign.detached ? 'detached ' : ''}JWS, ${formatJose(sign.jose)}` : formatSpelling(sign)
  return [
    ...formatRow('sign', `${how}; ${sign.scheme}`),
    ...(sign.over ? formatRow('', `over ${sign.over.name}`) : []),
    ...formatRow('', `verified by ${formatKey(sign.key)}`),
  ]
}

const formatKeyPart = (signature: SignatureSettings | undefined): string =>
  signature ? `; ${signature.scheme}; verified by ${formatKey(signature.key)}` : '; no key verifies it'

const formatJose = ({ alg, enc, kid, ctx }: JoseSettings): string =>
  [alg, enc, kid && `kid ${kid}`, ctx && 'with ctx'].filter(Boolean).join(', ')

const formatSpelling = ({ encodings, carriage }: Spelling): string =>
  encodings.join(' or ') + (carriage.length > 0 ? `, with ${carriage.join(' and ')}` : '')

const roles: Readonly<Record<UsedKey['owner'], Readonly<Record<UsedKey['half'], string>>>> = {
  own: { private: 'your private key', public: 'public half of your own key: you made it' },
  peer: { private: "the other party's private key", public: "the other party's public key" },
}

const formatKey = ({ name, owner, half, bits }: UsedKey): string => `${name} (${roles[owner][half]}, ${bits} bits)`

const formatStage = ({ name, what, next }: Stage, style: Marker): readonly string[] => [
  ...formatRow('fails at', `${name}: ${what}.`, (line) => line.replace(`${name}: `, `${style('red', name)}: `)),
  ...formatRow('next', next),
]

const mostShown = 198

function formatCompared(compared: readonly ComparedBytes[]): readonly string[] {
  if (compared.length === 0) return []
  return [
    '',
    'Bytes to compare:',
    ...compared.flatMap(({ name, text, hex, digest }) => [
      `  ${name}, ${hex === '[masked]' ? 'masked' : `${hex.length / 2} bytes`}`,
      ...(text === undefined ? [] : cutText('text', toJson(text) ?? '')),
      ...cutText('hex', hex),
      ...(digest === undefined ? [] : cutText('digest', digest)),
    ]),
  ]
}

/** Wraps a long text and cuts it after `mostShown` characters. */
function cutText(name: string, text: string): readonly string[] {
  const rest = text.length - mostShown
  const excerpt = rest > 0 ? text.slice(0, mostShown) : text
  const lines = excerpt.match(/.{1,66}/gsu) ?? []
  return [
    ...lines.map((line, at) => `    ${(at === 0 ? name : '').padEnd(8)}${line}`),
    ...(rest > 0 ? [`    ${''.padEnd(8)}… ${rest} more characters; --json prints all`] : []),
  ]
}

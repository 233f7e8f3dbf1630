// How a call fails: the codes of its family, with those first that the sandbox has for this call.
import { type Rule, rules } from '@custody-wallet/sandbox/model'
import type { KnownCode } from '@custody-wallet/types'

import type { Call } from '../contract.ts'
import { html } from '../html.ts'
import { type Part, table } from '../page.ts'
import { codeTables, repetitions } from '../pages/words.ts'
import { inlineHtml, tableHtml } from '../render/markdown.ts'

/** A code of a call, with the rules by which the sandbox answers it. */
interface CallCode extends KnownCode {
  readonly code: string
  readonly rules: readonly string[]
}

const everyRule: readonly Rule[] = Object.values(rules)

/** What the rules say that reject a call with a code. */
const rulesOf = ({ id }: Call, code: string): readonly string[] =>
  everyRule.flatMap(({ codes: own, says }) => (ownCode(own, id) === code ? [says] : []))

const ownCode = (own: Readonly<Record<string, string>>, id: string): string | undefined => own[id]

/** Codes with which a call may fail. */
export function codesOf(call: Call): readonly CallCode[] {
  const known = Object.entries(codeTables[call.facts.family]).filter(([code]) => code !== '0')
  const all = known.map(([code, about]) => ({ ...about, code, rules: rulesOf(call, code) }))
  return [...all.filter((each) => each.rules.length > 0), ...all.filter((each) => each.rules.length === 0)]
}

interface Column {
  readonly head: string
  readonly text: (code: CallCode, call: Call) => string
}

const columns: readonly Column[] = [
  { head: 'Code', text: ({ code }) => `\`${code}\`` },
  { head: 'Meaning', text: ({ meaning }) => meaning },
  {
    head: 'Likely cause',
    text: ({ cause = '', rules: own }) => [cause, inSandbox(own)].join(' ').trim(),
  },
  { head: 'What to do', text: ({ remedy = '' }) => remedy },
  { head: 'Repeat', text: ({ repeat }, call) => repeatWords(repeat, call) },
]

const inSandbox = (says: readonly string[]): string =>
  says.length === 0 ? '' : `*The sandbox requires:* ${says.join(' ')}`

// A call that is never repeated by itself is not repeated after a failure either.
function repeatWords(repeat: KnownCode['repeat'], { facts }: Call): string {
  if (repeat === undefined) return ''
  return repeat === 'later' && facts.retry === 'never' ? 'no: read the state first' : repetitions[repeat]
}

/** The codes of a call as a table. A column in which the contract has nothing is left out. */
export function errorsPart(call: Call): Part {
  const all = codesOf(call)
  const shown = columns.filter(({ text }) => all.some((code) => text(code, call) !== ''))
  const heads = shown.map(({ head }) => head)
  const rows = all.map((code) => shown.map(({ text }) => text(code, call) || '-'))
  const note = invalidNote(call)
  return {
    html: html`${tableHtml(
      heads,
      rows.map((cells) => cells.map(inlineHtml)),
      all.map(({ code }) => `code-${code}`),
    )}${note !== '' && html`<p>${inlineHtml(note)}</p>`}`,
    markdown: [table(heads, rows), note].filter(Boolean).join('\n\n'),
  }
}

/** Rules for which no public document has a code. */
function invalidNote(call: Call): string {
  const own = rulesOf(call, 'invalid')
  return own.length === 0
    ? ''
    : `*The sandbox also requires:* ${own.join(' ')} Otherwise it answers the code that the profile has for invalid requests, in its [knob](../open-points.md) \`codes.${call.facts.family}.invalid\`.`
}

import { type Rule, rules } from '@custody-wallet/sandbox/model'
import type { KnownCode } from '@custody-wallet/types'

import type { Call } from '../contract.ts'
import { type Markup, html } from '../html.ts'
import { type Part, formatTable } from '../page.ts'
import { codeTables, retryTexts } from '../pages/words.ts'
import { renderInline, renderTable } from '../render/markdown.ts'

/** A code of a call, with the sandbox rules that reject the call with it. */
interface CallCode extends KnownCode {
  readonly code: string
  readonly rules: readonly string[]
}

const everyRule: readonly Rule[] = Object.values(rules)

/** Lists the rules that reject a call with a code. */
const listRules = ({ id }: Call, code: string): readonly string[] =>
  everyRule.flatMap(({ codes: own, says }) => (findOwnCode(own, id) === code ? [says] : []))

const findOwnCode = (own: Readonly<Record<string, string>>, id: string): string | undefined => own[id]

/** Lists the codes of a call, those that the sandbox uses first. */
export function listCodes(call: Call): readonly CallCode[] {
  const known = Object.entries(codeTables[call.facts.family]).filter(([code]) => code !== '0')
  const all = known.map(([code, about]) => ({ ...about, code, rules: listRules(call, code) }))
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
    head: 'Likely cause, and what to do',
    text: ({ cause = '', remedy = '', rules: own }) =>
      [cause, remedy, formatSandboxRules(own)].filter(Boolean).join(' '),
  },
  { head: 'Retry', text: ({ repeat }, call) => describeRetry(repeat, call) },
]

const formatSandboxRules = (says: readonly string[]): string =>
  says.length === 0 ? '' : `*The sandbox requires:* ${says.join(' ')}`

// If a call must never be retried, no code allows it.
function describeRetry(repeat: KnownCode['repeat'], { facts }: Call): string {
  if (repeat === undefined) return ''
  return repeat === 'later' && facts.retry === 'never' ? 'never: read the state first' : retryTexts[repeat]
}

/** The likeliest codes of a call; the others are folded. */
const maxLikely = 3

/** The codes of a call as tables without empty columns. */
export function createErrorsPart(call: Call): Part {
  const all = listCodes(call)
  const visibleColumns = columns.filter(({ text }) => all.some((code) => text(code, call) !== ''))
  const heads = visibleColumns.map(({ head }) => head)
  const rows = all.map((code) => visibleColumns.map(({ text }) => text(code, call) || '-'))
  const note = formatInvalidNote(call)
  const renderRows = (from: number, to?: number): Markup =>
    renderTable(
      heads,
      rows.slice(from, to).map((cells) => cells.map(renderInline)),
      all.slice(from, to).map(({ code }) => `code-${code}`),
    )
  const others = all.length - maxLikely
  return {
    html: html`${renderRows(0, maxLikely)}${
      others > 0 &&
      html`<details class="more">
        <summary>${others} more ${others === 1 ? 'code' : 'codes'}</summary>
        ${renderRows(maxLikely)}
      </details>`
    }${note !== '' && html`<p>${renderInline(note)}</p>`}`,
    markdown: [formatTable(heads, rows), note].filter(Boolean).join('\n\n'),
  }
}

/** Rules for which no public document has a code. */
function formatInvalidNote(call: Call): string {
  const own = listRules(call, 'invalid')
  return own.length === 0
    ? ''
    : `*The sandbox also requires:* ${own.join(' ')} Otherwise it responds with the code for invalid requests, which is the [setting](../open-points.md) \`codes.${call.facts.family}.invalid\` of the profile.`
}

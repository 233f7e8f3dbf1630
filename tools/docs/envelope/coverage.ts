import type { Suite } from '@custody-wallet/encryption'

import { type Markup, html } from '../html.ts'
import { type Part, formatTable } from '../page.ts'
import { type SuiteName, suites } from './exchange.ts'

interface MessagePart {
  readonly name: string
  /** How the signature covers it; absent if it does not. */
  readonly by?: string | undefined
}

type Bound = Suite['boundParts'] extends ReadonlySet<infer Name> ? Name : never

const contextParts: readonly (readonly [Bound, string])[] = [
  ['app', 'merchant (app_id)'],
  ['path', 'path'],
  ['direction', 'direction'],
  ['audience', 'receiver'],
]
const timePart = ['time', 'time'] as const
const responseParts: readonly (readonly [Bound, string])[] = [
  ['response', 'code and msg'],
  ['request', 'the request'],
]

type Means = Readonly<Record<'query' | 'envelope', string>>
const means: Readonly<Record<SuiteName, Means>> = {
  modern: { query: 'JWS', envelope: 'MD5 and SHA-256' },
  classic: { query: 'block by block', envelope: 'MD5' },
}

/** Lists the parts of a message and how the signature covers them. `binds` are the parts that its header binds. */
export function listParts(
  suite: SuiteName,
  way: 'query' | 'envelope',
  direction: 'there' | 'back',
  binds: ReadonlySet<Bound>,
): readonly MessagePart[] {
  const createPart = ([name, words]: readonly [Bound, string]): MessagePart => ({
    name: words,
    by: binds.has(name) ? 'header' : undefined,
  })
  const content = { name: 'content', by: means[suite][way] }
  if (way === 'envelope')
    return [
      content,
      ...[timePart, ...contextParts].map(createPart),
      ...(direction === 'back' ? responseParts.map(createPart) : []),
    ]
  if (direction === 'there')
    return [
      content,
      { name: 'time', by: 'part of the content' },
      ...contextParts.map(createPart),
      ...listOrderParts(suite),
    ]
  if (suite === 'modern') return [content, ...responseParts.map(createPart)].map(({ name }) => ({ name }))
  return [
    content,
    { name: 'code and msg', by: 'part of the content' },
    ...contextParts.map(createPart),
    ...responseParts.slice(1).map(createPart),
    ...listOrderParts(suite),
  ]
}

// Each block is valid separately, so their number and order are not protected.
const listOrderParts = (suite: SuiteName): readonly MessagePart[] =>
  suite === 'classic' ? [{ name: 'number and order of the blocks' }] : []

const directions = ['there', 'back'] as const
const ways = ['query', 'envelope'] as const

const messages = suites.flatMap((suite) =>
  ways.flatMap((way) => directions.map((direction) => ({ suite, way, direction }))),
)

const wayNames = { query: 'v2, MPC', envelope: 'v1' } as const
const directionNames = { there: 'request', back: 'response' } as const

const rows = [
  'content',
  'time',
  ...contextParts.map(([, name]) => name),
  'number and order of the blocks',
  ...responseParts.map(([, name]) => name),
]

type GetBoundNames = (suite: SuiteName) => ReadonlySet<Bound>

/** Creates the matrix: a row for each part, a column for each message. */
export function createCoveragePart(binds: GetBoundNames): Part {
  const columns = messages.map(({ suite, way, direction }) => {
    const parts = listParts(suite, way, direction, binds(suite))
    return new Map(parts.map(({ name, by }) => [name, by ?? '']))
  })
  return {
    html: html`<figure class="coverage" aria-label="What the signature of each message covers">
      <table class="matrix">
        <thead>
          ${headsHtml}
        </thead>
        <tbody>
          ${rows.map(
            (name) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${columns.map((parts) => renderCell(parts.get(name)))}
              </tr>`,
          )}
        </tbody>
      </table>
      <figcaption>
        <b class="yes">●</b> signed <b class="no">○</b> not signed; empty: the message does not have this part
      </figcaption>
    </figure>`,
    markdown: formatTable(
      [
        'Part',
        ...messages.map(({ suite, way, direction }) => `${suite}, ${wayNames[way]} ${directionNames[direction]}`),
      ],
      rows.map((name) => [name, ...columns.map((parts) => formatCoverage(parts.get(name)))]),
    ),
  }
}

const headsHtml: Markup = html`<tr>
    <td></td>
    ${suites.map((suite) => html`<th scope="colgroup" colspan="4">${suite}</th>`)}
  </tr>
  <tr>
    <td></td>
    ${suites.flatMap(() => ways.map((way) => html`<th scope="colgroup" colspan="2">${wayNames[way]}</th>`))}
  </tr>
  <tr>
    <td></td>
    ${messages.map(({ direction }) => html`<th scope="col"><abbr title="${directionNames[direction]}">${directionNames[direction]}</abbr></th>`)}
  </tr>`

const formatCoverage = (by: string | undefined): string =>
  by === undefined ? '' : by === '' ? 'not signed' : `signed: ${by}`

function renderCell(by: string | undefined): Markup {
  if (by === undefined) return html`<td></td>`
  return by === ''
    ? html`<td class="no"><b aria-hidden="true">○</b><span class="away">not signed</span></td>`
    : html`<td class="yes"><b aria-hidden="true">●</b><span class="away">signed:</span> <small>${by}</small></td>`
}

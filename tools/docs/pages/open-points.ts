import { openPoints } from '@custody-wallet/types'

import { knobProgram, ownProfile, pointSources } from '../../codegen/open-points.ts'
import type { OpenPoint } from '../../redocly/document.ts'
import { type Page, paragraphs, table } from '../page.ts'
import { assumption } from './words.ts'

export interface PlacedPoint extends Omit<OpenPoint, 'id'> {
  /** Where the contract marks it, in Markdown. */
  readonly place: string
}

/** Every open point of the contract, by its id. */
export const points: Readonly<Record<string, PlacedPoint>> = openPoints

/** Every open point, with its assumption and how to change it. */
export function openPointsPage(): Page {
  const all = Object.entries(points)
  const kinds = Object.entries(pointSources).map(([source, words]) => ({
    words,
    own: all.filter(([, point]) => point.source === source),
  }))
  return {
    path: 'open-points',
    title: 'What the interface does not show',
    summary: `The ${all.length} points that the interface leaves open, what is assumed for each, and the knob that changes it.`,
    section: 'What is known',
    markdown: paragraphs(
      '# What the interface does not show',
      `The interface leaves ${all.length} points open. The assumptions below are not facts. Each names its source and the **knob** that changes it: a member of a profile, the value that a client, a gateway and the mock share.`,
      'Each program below derives a profile from your own by object spread. Save your own profile as `profile.mts`, such as:',
      ownProfile,
      table(
        ['Where it comes from', 'Points'],
        kinds.map(({ words, own }) => [words, String(own.length)]),
      ),
      ...kinds.flatMap(({ words, own }) => [`## ${capital(words)}`, ...own.map(section)]),
    ),
  }
}

const section = ([id, { what, assumed, knob, other, place }]: readonly [string, PlacedPoint]): string =>
  paragraphs(
    `### ${spacedId(id)}`,
    `${what} *Marked at ${linked(place)}.*`,
    `**Assumed:** ${assumption(assumed)}${knob ? ` **Knob:** \`${knob}\`` : ''}`,
    assumed !== undefined && knobProgram({ ...(knob && { knob }), ...(other && { other }) }),
  ).trimEnd()

const capital = (text: string): string => (text[0] ?? '').toUpperCase() + text.slice(1)
const spacedId = (id: string): string => capital(id.replaceAll('-', ' '))

// Calls have a page.
const linked = (place: string): string =>
  /^`\w+`$/.test(place) ? `[${place}](calls/${place.slice(1, -1)}.md)` : place

/** Link target of a point on that page. */
export const anchorOf = (id: string): string => `open-points.md#${id}`

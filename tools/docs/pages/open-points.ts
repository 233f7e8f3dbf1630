import { openPoints } from '@custody-wallet/types'

import { formatSettingProgram, ownProfile, pointSources } from '../../codegen/open-points.ts'
import type { OpenPoint } from '../../redocly/document.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { formatAssumption } from './words.ts'

export interface PlacedPoint extends Omit<OpenPoint, 'id'> {
  /** Where the contract marks it, in Markdown. */
  readonly place: string
}

/** Every open point of the contract, by its id. */
export const points: Readonly<Record<string, PlacedPoint>> = openPoints

/** Every open point, with its assumption and how to change it. */
export function createOpenPointsPage(): Page {
  const all = Object.entries(points)
  const kinds = Object.entries(pointSources).map(([source, words]) => ({
    words,
    own: all.filter(([, point]) => point.source === source),
  }))
  return {
    path: 'open-points',
    title: 'What the interface does not show',
    summary: `The ${all.length} points that the interface leaves open, what is assumed for each, and the setting that changes it.`,
    section: 'What is known',
    markdown: joinParagraphs(
      '# What the interface does not show',
      `The interface leaves ${all.length} points open. The assumptions below are not facts. Each names its source and the **setting** that changes it: a field of a profile, the value that a client, a gateway and the mock share.`,
      'Each program below derives a profile from your own by object spread. Save your own profile as `profile.mts`, such as:',
      ownProfile,
      formatTable(
        ['Where it comes from', 'Points'],
        kinds.map(({ words, own }) => [words, String(own.length)]),
      ),
      ...kinds.flatMap(({ words, own }) => [`## ${capitalize(words)}`, ...own.map(formatSection)]),
    ),
  }
}

const formatSection = ([id, { what, assumed, setting, other, place }]: readonly [
  string,
  PlacedPoint,
]): string =>
  joinParagraphs(
    `### ${formatId(id)}`,
    `${what} *Marked at ${formatLink(place)}.*`,
    `**Assumed:** ${formatAssumption(assumed)}${setting ? ` **Setting:** \`${setting}\`` : ''}`,
    assumed !== undefined && formatSettingProgram({ ...(setting && { setting }), ...(other && { other }) }),
  ).trimEnd()

const capitalize = (text: string): string => (text[0] ?? '').toUpperCase() + text.slice(1)
const formatId = (id: string): string => capitalize(id.replaceAll('-', ' '))

// Calls have a page.
const formatLink = (place: string): string =>
  /^`\w+`$/.test(place) ? `[${place}](calls/${place.slice(1, -1)}.md)` : place

/** Link target of a point on that page. */
export const getPointAnchor = (id: string): string => `open-points.md#${id}`

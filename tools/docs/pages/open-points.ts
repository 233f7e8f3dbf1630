import { openPoints } from '@custody-wallet/types'

import { formatSettingProgram, ownProfile, pointSources } from '../../codegen/open-points.ts'
import type { OpenPoint } from '../../redocly/document.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { formatAssumption } from './words.ts'

export interface PlacedPoint extends Omit<OpenPoint, 'id'> {
  /** Location in the contract, in Markdown. */
  readonly place: string
}

export const points: Readonly<Record<string, PlacedPoint>> = openPoints

export function createOpenPointsPage(): Page {
  const all = Object.entries(points)
  const kinds = Object.entries(pointSources).map(([source, words]) => ({
    words,
    own: all.filter(([, point]) => point.source === source),
  }))
  return {
    path: 'open-points',
    title: 'Open points',
    summary: `The ${all.length} points that the interface does not document, with our assumptions and the settings that override them.`,
    section: 'Details',
    markdown: joinParagraphs(
      '# Open points',
      `The interface does not document ${all.length} points. For each, this page lists our assumption, which ends with (source; **setting** that overrides it). A setting is a field of the profile that the client, the gateway and the mock share.`,
      'Each program below changes one setting of your profile. Save your profile as `profile.mts`, such as:',
      ownProfile,
      formatTable(
        ['Source', 'Points'],
        kinds.map(({ words, own }) => [words, String(own.length)]),
      ),
      ...kinds.flatMap(({ words, own }) => [`## ${capitalize(words)}`, ...own.map(formatSection)]),
    ),
  }
}

function formatSection([id, point]: readonly [string, PlacedPoint]): string {
  const { what, assumed, setting, other, place } = point
  return joinParagraphs(
    `### ${formatId(id)}`,
    `${what} *Applies to ${formatLink(place)}.*`,
    `**Assumed:** ${formatAssumption(point)}`,
    assumed !== undefined && formatSettingProgram({ ...(setting && { setting }), ...(other && { other }) }),
  ).trimEnd()
}

const capitalize = (text: string): string => (text[0] ?? '').toUpperCase() + text.slice(1)
const formatId = (id: string): string => capitalize(id.replaceAll('-', ' '))

// Calls have a page.
const formatLink = (place: string): string =>
  /^`\w+`$/.test(place) ? `[${place}](calls/${place.slice(1, -1)}.md)` : place

/** Returns the link target of a point. */
export const getPointAnchor = (id: string): string => `open-points.md#${id}`

// Opens `data` with the available keys, or says which step fails.
import { openBlocks, type OpenedBlocks } from './blocks.ts'
import { openCompact, type Opening } from './compact-data.ts'
import { contentOf } from './content.ts'
import { brokenAt, foreign, noKey, noSize, notJson, usualModuli } from './data-faults.ts'
import { type Decoded, decodingsOf } from './encodings.ts'
import { readCompact } from './jose.ts'
import type { KeyHalf } from './keys.ts'
import { type Stage, stages, usedKey } from './settings.ts'

/** What opening `data` found. */
export interface DataSearch extends Opening {
  /** Readings of the text as bytes. */
  readonly decoded: readonly Decoded[]
}

/** Opens `data` in every way that the keys allow. */
export function openData(text: string, halves: readonly KeyHalf[]): DataSearch {
  const compact = readCompact(text)
  return compact === undefined ? openText(text, halves) : { ...openCompact(compact, halves), decoded: [] }
}

function openText(text: string, halves: readonly KeyHalf[]): DataSearch {
  const decoded = decodingsOf(text)
  const [first] = decoded
  if (first === undefined) return { opened: [], decoded, hasStructure: false, stage: foreign(text) }
  const searches = decoded.map((each) => openDecoded(each, halves))
  const opened = searches.flatMap((search) => search.opened)
  const furthest = searches.reduce((best, search) => (rank(search.stage) > rank(best.stage) ? search : best))
  const stage = opened.length > 0 && searches.some((search) => !search.stage) ? undefined : furthest.stage
  return {
    opened,
    decoded,
    hasStructure: searches.some((search) => search.hasStructure),
    ...(stage && { stage }),
  }
}

const rank = (stage: Stage | undefined): number =>
  stage === undefined ? stages.length : stages.indexOf(stage.name)

function openDecoded({ bytes, encodings, carriage }: Decoded, halves: readonly KeyHalf[]): Opening {
  const hasStructure = usualModuli.some((size) => bytes.length % size === 0)
  const { opened, fitting, broken } = openBlocks(bytes, halves)
  const found = opened.map((each) => ({
    settings: { ...blockSettings(each), encodings, carriage },
    plaintext: each.plaintext,
  }))
  // Raw RSA accepts every block, so it counts only with JSON; the others show that the padding fits.
  const counting = found.filter(
    ({ settings, plaintext }) => settings.padding.kind !== 'raw' || contentOf(plaintext),
  )
  if (counting.some(({ plaintext }) => contentOf(plaintext))) return { opened: counting, hasStructure }
  const [first] = counting
  if (first) return { opened: counting, hasStructure, stage: notJson(first.plaintext) }
  if (fitting.length === 0) return { opened: [], hasStructure, stage: noSize(bytes.length, halves) }
  return { opened: [], hasStructure, stage: broken ? brokenAt(broken) : noKey(fitting) }
}

const blockSettings = ({ half, padding: { kind, name, hashes }, blocks, chunk }: OpenedBlocks) => ({
  kind: 'blocks' as const,
  key: usedKey(half),
  padding: { kind, name, ...(hashes && { hashes }) },
  blocks,
  chunk,
})

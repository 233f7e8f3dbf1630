import { openBlocks, type OpenedBlocks } from './blocks.ts'
import { openCompact, type OpenResult } from './compact-data.ts'
import { type Decoded, listDecodings } from './encodings.ts'
import { readCompact } from './jose.ts'
import { readContent } from './json-content.ts'
import type { KeyHalf } from './keys.ts'
import {
  describeBrokenBlock,
  describeForeignText,
  describeMissingKey,
  describeWrongSize,
  describeWrongContent,
  usualModuli,
} from './open-data-faults.ts'
import { type Stage, stages, describeKey } from './settings.ts'

/** The result of opening `data`, or the step that fails. */
export interface DataSearch extends OpenResult {
  /** What the text may encode. */
  readonly decoded: readonly Decoded[]
}

/** Tries to open `data` in every way. */
export function openData(text: string, halves: readonly KeyHalf[]): DataSearch {
  const compact = readCompact(text)
  return compact === undefined ? openText(text, halves) : { ...openCompact(compact, halves), decoded: [] }
}

function openText(text: string, halves: readonly KeyHalf[]): DataSearch {
  const decoded = listDecodings(text)
  const [first] = decoded
  if (first === undefined) return { openings: [], decoded, hasStructure: false, stage: describeForeignText(text) }
  const searches = decoded.map((each) => openDecoded(each, halves))
  const openings = searches.flatMap((search) => search.openings)
  const furthest = searches.reduce((best, search) =>
    computeRank(search.stage) > computeRank(best.stage) ? search : best,
  )
  const stage = openings.length > 0 && searches.some((search) => !search.stage) ? undefined : furthest.stage
  return {
    openings,
    decoded,
    hasStructure: searches.some((search) => search.hasStructure),
    ...(stage && { stage }),
  }
}

const computeRank = (stage: Stage | undefined): number =>
  stage === undefined ? stages.length : stages.indexOf(stage.name)

function openDecoded({ bytes, encodings, carriage }: Decoded, halves: readonly KeyHalf[]): OpenResult {
  const hasStructure = usualModuli.some((size) => bytes.length % size === 0)
  const { openings, fitting, broken } = openBlocks(bytes, halves)
  const found = openings.map((each) => ({
    settings: { ...describeBlocks(each), encodings, carriage },
    plaintext: each.plaintext,
  }))
  // Raw RSA opens every block, so it counts only with JSON.
  const counting = found.filter(({ settings, plaintext }) => settings.padding.kind !== 'raw' || readContent(plaintext))
  if (counting.some(({ plaintext }) => readContent(plaintext))) return { openings: counting, hasStructure }
  const [first] = counting
  if (first) return { openings: counting, hasStructure, stage: describeWrongContent(first.plaintext) }
  if (fitting.length === 0) return { openings: [], hasStructure, stage: describeWrongSize(bytes.length, halves) }
  return {
    openings: [],
    hasStructure,
    stage: broken ? describeBrokenBlock(broken) : describeMissingKey(fitting),
  }
}

const describeBlocks = ({ half, padding: { kind, name, hashes }, blocks, chunk }: OpenedBlocks) => ({
  kind: 'blocks' as const,
  key: describeKey(half),
  padding: { kind, name, ...(hashes && { hashes }) },
  blocks,
  chunk,
})

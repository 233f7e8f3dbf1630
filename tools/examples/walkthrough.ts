// A page that a reader works through from top to bottom, as its steps.
import { isDeepStrictEqual } from 'node:util'

import { type Block, getFileName, listBlocks } from './blocks.ts'
import type { SourceFile } from './repository.ts'

/** What a reader does with a block of the page. */
export type Step = Block &
  (
    | { readonly does: 'type' }
    /** Types it into a new terminal, where it keeps running. */
    | { readonly does: 'start' }
    | { readonly does: 'save'; readonly file: string }
    /** Sees lines in a terminal; an ellipsis stands for any text. */
    | { readonly does: 'see' }
    /** Sees a line with this JSON. */
    | { readonly does: 'see JSON' }
  )

/** The steps of a page, in the order of its blocks. */
export const listSteps = (page: SourceFile): readonly Step[] =>
  listBlocks(page).map((block) => {
    const step = readings[block.language]?.(block)
    if (step) return step
    throw new TypeError(`${block.location}: there is no step for a block in "${block.language}".`)
  })

const readings: Readonly<Record<string, (block: Block) => Step>> = {
  sh: (block) => ({ ...block, does: block.code.endsWith('# until Ctrl-C\n') ? 'start' : 'type' }),
  ts: (block) => ({ ...block, does: 'save', file: getName(block) }),
  text: (block) => ({ ...block, does: 'see' }),
  json: (block) => ({ ...block, does: 'see JSON' }),
}

function getName({ location, code }: Block): string {
  const name = getFileName(code)
  if (name === undefined) throw new TypeError(`${location}: begin the program with its name: // NAME.mts`)
  return name
}

/** What the output lacks after a step, or an empty string. */
export function findMissing(output: string, { does, code }: Step): string {
  const found = sights[does]?.(output, code) ?? true
  return found ? '' : `These lines are missing:\n${code}\nThere is:\n${output}`
}

const sights: Readonly<Record<string, (output: string, code: string) => boolean>> = {
  see: (output, code) => createPattern(code).test(output),
  'see JSON': (output, code) => parseJson(output).some((value) => isDeepStrictEqual(value, JSON.parse(code))),
}

const createPattern = (shown: string): RegExp => new RegExp(shown.trimEnd().split('…').map(escapePattern).join('.*'))

const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** The lines of an output that are JSON. */
const parseJson = (output: string): readonly unknown[] =>
  output.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })

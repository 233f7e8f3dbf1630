import { listWords, word } from './packed.ts'

/** A part of a text. */
export interface Piece {
  readonly text: string
  readonly isMatch: boolean
}

/** Splits a text at the words of which a stem is given. */
export function highlightWords(text: string, stems: ReadonlySet<string>): readonly Piece[] {
  const pieces: Piece[] = []
  let rest = 0
  for (const { 0: name, index } of text.matchAll(word)) {
    if (!listWords(name).some((stem) => stems.has(stem))) continue
    pieces.push({ text: text.slice(rest, index), isMatch: false }, { text: name, isMatch: true })
    rest = index + name.length
  }
  return [...pieces, { text: text.slice(rest), isMatch: false }].filter(({ text: own }) => own !== '')
}

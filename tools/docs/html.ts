// Templates that escape what is put into them. Only what was made by a template, or said to be markup, passes as it is.

/** Text that is markup already. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** What may stand in a template; nothing is written of what is not there. */
export type Piece = Markup | string | number | false | undefined | readonly Piece[]

/** Writes markup; texts in it are escaped. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(strings.map((text, index) => text + written(pieces[index])).join(''))

/** Takes a text for markup as it is. */
export const markup = (text: string): Markup => new Markup(text)

function written(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  return typeof piece === 'object' ? piece.map(written).join('') : escaped(String(piece))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as markup writes it. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

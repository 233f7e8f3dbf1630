/** HTML that is not escaped again. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** A value in a template. `undefined` and `false` are left out. */
export type Piece = Markup | string | number | false | undefined | readonly Piece[]

/** A template that escapes all values except markup. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(strings.map((text, index) => text + formatPiece(pieces[index])).join(''))

/** Marks text as HTML. */
export const createMarkup = (text: string): Markup => new Markup(text)

function formatPiece(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  return typeof piece === 'object' ? piece.map(formatPiece).join('') : escapeHtml(String(piece))
}

/** Special characters of HTML, with their entities. */
export const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

// Removes comments from built modules, whose declarations have them too, and indents both by tabs. Without this, the
// packages unpack to 1.41 MB instead of 1.24 MB.
import { parseSync } from 'rolldown/utils'

interface Range {
  readonly start: number
  readonly end: number
}

// Bundlers need annotations, systems need the first line of a program, and licences must stay.
const isRead = ({ start, end }: Range, text: string): boolean =>
  /^#!|^\/\*!|^\/\*\s*[@#]__\w+__\s*\*\/$/.test(text.slice(start, end))

/** A built module without its comments, indented by tabs. */
export function compactModule(path: string, text: string): string {
  const { program, comments } = parseSync(path, text)
  const cut = comments.filter((comment) => !isRead(comment, text)).map((comment) => wholeLines(comment, text))
  return edited(text, [...cut.map((range) => ({ ...range, by: '' })), ...indents(text, program, cut)])
}

/** Declarations as they are, indented by tabs. */
export function compactDeclarations(path: string, text: string): string {
  const { program } = parseSync(path, text, { lang: 'dts' })
  return edited(text, indents(text, program, []))
}

// A comment that fills its lines is removed with them.
function wholeLines({ start, end }: Range, text: string): Range {
  const line = text.lastIndexOf('\n', start - 1) + 1
  const alone = text.slice(line, start).trim() === '' && (end === text.length || text[end] === '\n')
  if (alone) return { start: line, end: end + 1 }
  const gap = /\s*$/.exec(text.slice(line, start))?.[0].length ?? 0
  return text[end] === '\n' ? { start: start - gap, end } : { start, end }
}

interface Edit extends Range {
  readonly by: string
}

// Indentation, except inside template literals.
function indents(text: string, program: object, cut: readonly Range[]): readonly Edit[] {
  const kept = [...templatesIn(program), ...cut]
  return [...text.matchAll(/^(?: {4})+/gm)]
    .map(({ index, 0: blanks }) => ({
      start: index,
      end: index + blanks.length,
      by: '\t'.repeat(blanks.length / 4),
    }))
    .filter(({ start }) => !kept.some((range) => range.start <= start && start < range.end))
}

function templatesIn(node: unknown): readonly Range[] {
  if (typeof node !== 'object' || node === null) return []
  return isTemplate(node) ? [node] : Object.values(node).flatMap(templatesIn)
}

const isTemplate = (node: object): node is Range => 'type' in node && node.type === 'TemplateElement'

const edited = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((before, { start, end, by }) => before.slice(0, start) + by + before.slice(end), text)

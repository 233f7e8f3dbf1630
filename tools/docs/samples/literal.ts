import type { Json } from '../../redocly/document.ts'

const width = 60

/** A value as TypeScript writes it: on one line where it fits, which counts what stands before it. */
export function literal(value: Json, before = 0): string {
  const flat = flatOf(value)
  return flat.length + before <= width ? flat : unfolded(value, '')
}

function flatOf(value: Json): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (isList(value)) return `[${value.map(flatOf).join(', ')}]`
  const members = Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${flatOf(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function unfolded(value: Json, indent: string): string {
  const flat = flatOf(value)
  if (typeof value !== 'object' || value === null || (indent !== '' && indent.length + flat.length <= width))
    return flat
  const deeper = `${indent}  `
  const lines = isList(value)
    ? value.map((entry) => unfolded(entry, deeper))
    : Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${unfolded(member, deeper)}`)
  const [open, close] = isList(value) ? '[]' : '{}'
  return [open, ...lines.map((line) => `${deeper}${line},`), `${indent}${close}`].join('\n')
}

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** A text in single quotes, as TypeScript reads it. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

/** A text that a shell hands on as it is. */
export const shellWord = (text: string): string =>
  /^[\w./:=@,+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

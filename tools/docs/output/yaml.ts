// JSON as YAML that people like to read: texts of several lines stay lines, and nothing is quoted without need.
import type { Json } from '../../redocly/document.ts'

/** A document as YAML. */
export const yamlOf = (value: Json): string => `${below(value, '').trimStart()}\n`

const isObject = (value: Json): value is Readonly<Record<string, Json>> | readonly Json[] =>
  typeof value === 'object' && value !== null
const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

function below(value: Json, indent: string): string {
  if (!isObject(value)) return ` ${scalar(value, indent)}`
  if (Object.keys(value).length === 0) return isList(value) ? ' []' : ' {}'
  const deeper = `${indent}  `
  const lines = isList(value)
    ? value.map((entry) => `${indent}- ${below(entry, deeper).trimStart()}`)
    : Object.entries(value).map(
        ([name, member]) => `${indent}${key(name)}:${below(member, isObject(member) ? deeper : indent)}`,
      )
  return `\n${lines.join('\n')}`
}

// Words that are no text, or that some reader takes for something else.
const reserved = /^(?:true|false|yes|no|on|off|null|y|n|~)$/i
const bare = /^[A-Za-z$_][\w$.()/'";?!<>=+@{}-]*(?: [\w$.()/'";?!<>=+@{}-]+|(?<=\S), ?(?=\S))*$/

const version = /^\d+(?:\.\d+){2,}$/

const isBare = (text: string): boolean => version.test(text) || (bare.test(text) && !reserved.test(text))

const key = (name: string): string =>
  /^[A-Za-z_$/][\w$/{}.-]*$/.test(name) && !reserved.test(name) ? name : JSON.stringify(name)

function scalar(value: string | number | boolean | null, indent: string): string {
  if (typeof value !== 'string') return String(value)
  if (isBlock(value)) return `|-\n${value.replaceAll(/^(?=.)/gm, `${indent}  `)}`
  return isBare(value) ? value : JSON.stringify(value)
}

// Lines that YAML would read otherwise stay in quotes.
const isBlock = (text: string): boolean =>
  text.includes('\n') && !/^\s|[ \t]$|\s$|[^\n\x20-\x7E\u00A0-\uD7FF]/.test(text)

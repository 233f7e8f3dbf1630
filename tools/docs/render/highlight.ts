// Just enough colour to find one's way in a sample: texts, words of the language, remarks.
import { html, type Markup, markup } from '../html.ts'

type Kind = 'text' | 'word' | 'remark' | 'name'

// Each group of a pattern is one kind, in this order.
const kinds: readonly Kind[] = ['remark', 'text', 'name', 'word']

const patterns: Readonly<Record<string, RegExp>> = {
  ts: /(\/\/.*)|('(?:[^'\\\n]|\\.)*'|`[^`]*`)|(?:(?!))()|\b(import|from|const|await|export|type|new|return|true|false|if|for|async)\b/g,
  sh: /((?<=^|\s)#.*)|('[^']*'|"[^"]*")|(?:(?!))()|(?<=^|\|\s*|^\s+)(npx @custody-wallet\/mock|npx|curl|npm|sh)(?=\s|$)/gm,
  json: /(?:(?!))()|("(?:[^"\\]|\\.)*")(?!\s*:)|("(?:[^"\\]|\\.)*")(?=\s*:)|\b(true|false|null)\b/g,
}

/** Code with its colours; a language that is not known stays plain. */
export function highlighted(code: string, language: string): Markup {
  const pattern = patterns[language]
  if (!pattern) return html`${code}`
  let rest = 0
  const parts: Markup[] = []
  for (const { 0: found, index, ...groups } of code.matchAll(pattern)) {
    const kind = kinds[[1, 2, 3, 4].findIndex((group) => groups[group])]
    parts.push(
      html`${code.slice(rest, index)}`,
      kind ? html`<i class="${kind}">${found}</i>` : html`${found}`,
    )
    rest = index + found.length
  }
  return markup([...parts, html`${code.slice(rest)}`].join(''))
}

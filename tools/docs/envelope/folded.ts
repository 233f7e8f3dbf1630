// Steps that a reader opens one by one. The list is the picture of the message: each step shows the beginning of its text.
import { type Markup, html } from '../html.ts'
import { fenced, type Part } from '../page.ts'
import { codeBlock, inlineHtml } from '../render/markdown.ts'
import type { ShownStep } from './steps.ts'

/** Steps as a part of a page. Their numbers start at `first`, their anchors with `place`. */
export const stepsPart = (steps: readonly ShownStep[], place: string, first: number): Part => ({
  html: html`<ol class="steps">
    ${steps.map((step, index) => folded(step, `${first + index}`, place))}
  </ol>`,
  markdown: steps.map((step, index) => written(step, `${first + index}`)).join('\n\n'),
})

const folded = ({ name, made, note, language, code }: ShownStep, number: string, place: string): Markup =>
  html`<li id="${place}${number}">
    ${number !== '1' && html`<p class="made">${made}</p>`}
    <details>
      <summary><b>${number}. ${name}</b><code>${glimpse(code)}</code></summary>
      <div class="inside">
        <p>${inlineHtml(note)}</p>
        ${codeBlock(code, language)}
      </div>
    </details>
  </li>`

const longest = 90

/** The beginning of a text, on one line. */
const glimpse = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, longest)

const written = ({ name, note, language, code }: ShownStep, number: string): string =>
  `#### ${number}. ${name}\n\n${note}\n\n${fenced(language, code)}`

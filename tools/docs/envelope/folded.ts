// Steps that a reader opens one by one. The list is the picture of the message: each step shows the beginning of its text.
import { type Markup, html } from '../html.ts'
import { formatCodeBlock, type Part } from '../page.ts'
import { renderCodeBlock, renderInline } from '../render/markdown.ts'
import type { ShownStep } from './steps.ts'

/** Steps as a part of a page. Their numbers start at `first`, their anchors with `anchor`. */
export const createStepsPart = (steps: readonly ShownStep[], anchor: string, first: number): Part => ({
  html: html`<ol class="steps">
    ${steps.map((step, index) => renderStep(step, `${first + index}`, anchor))}
  </ol>`,
  markdown: steps.map((step, index) => formatStep(step, `${first + index}`)).join('\n\n'),
})

const renderStep = ({ name, method, note, language, code }: ShownStep, number: string, anchor: string): Markup =>
  html`<li id="${anchor}${number}">
    ${number !== '1' && html`<p class="made">${method}</p>`}
    <details>
      <summary><b>${number}. ${name}</b><code>${shortenCode(code)}</code></summary>
      <div class="inside">
        <p>${renderInline(note)}</p>
        ${renderCodeBlock(code, language)}
      </div>
    </details>
  </li>`

const maxLength = 90

/** The beginning of a text, on one line. */
const shortenCode = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, maxLength)

const formatStep = ({ name, note, language, code }: ShownStep, number: string): string =>
  `#### ${number}. ${name}\n\n${note}\n\n${formatCodeBlock(language, code)}`

import { faultKinds } from '../../../packages/sandbox/src/faults/kinds.ts'
import { firstUser } from '../../../packages/sandbox/src/seed.ts'
import { toFields } from '../../redocly/views/project.ts'
import { type Call, toText } from '../contract.ts'
import type { Field, Tree } from '../fields/model.ts'
import { type Markup, html, createMarkup } from '../html.ts'
import type { Part } from '../page.ts'
import { defaultAddresses, usualControl, usualSandbox } from '../samples/locations.ts'
import { listCodes } from './errors.ts'

/** The form of a call. A script shows it if the policy of the page allows the call. */
export const createTryPart = (call: Call, { fields }: Tree): Part => ({
  html: html`<p class="try-hint">
      To make this call from the browser, run <code>npm start</code> in the repository and open this page there.
    </p>
    <form
      class="try"
      hidden
      data-method="${call.facts.method}"
      data-path="${call.path}"
      data-resource="${call.operation['x-resource'] ?? ''}"
      data-log="${usualControl}/console/requests?operation=${call.id}"
    >
      <div class="row">${servers}${renderExamples(call)}${renderPreferences(call)}</div>
      ${call.facts.family === 'token' ? credential : renderParameters(fields)}
      <div class="actions"><button type="submit">Send</button>${copyButtons}</div>
      <div class="result">
        <div class="sent"></div>
        <p role="status"></p>
        <div class="got"></div>
      </div>
    </form>`,
  markdown: 'To make this call from a browser, run `npm start` in the repository and open this page there.',
})

const copyButtons = html`<button type="button" data-copy="curl">Copy as curl</button
  ><button type="button" data-copy="typescript">Copy as TypeScript</button
  ><button type="button" data-copy="link">Copy link</button>`

const servers = html`<label
  >Server
  <select name="_server">
    <option value="${defaultAddresses.plain}" data-kind="mock">Mock (stateless)</option>
    <option value="${usualSandbox}" data-kind="sandbox">Sandbox (keeps state)</option>
  </select></label
>`

const credential = html`<div class="row">
  <label>Api-Key <input name="Api-Key" value="demo" data-type="header" autocomplete="off" /></label>
</div>`

function renderExamples({ requests }: Call): Markup | false {
  const all = Object.entries(requests)
  return (
    all.length > 0 &&
    html`<label
      >Fill in
      <select name="_example">
        ${all.map(([, { summary, value }]) => html`<option value="${JSON.stringify(toTexts(value))}">${summary}</option>`)}
      </select></label
    >`
  )
}

const toTexts = (value: Parameters<typeof toFields>[0]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(toFields(value)).map(([name, field]) => [name, toText(field)]))

/** Options of the header `Prefer`: examples and codes of the mock, faults of the sandbox. */
function renderPreferences(call: Call): Markup {
  const [, ...others] = Object.entries(call.responses)
  return html`<label
    >Response
    <select name="_prefer">
      <option value="">As usual</option>
      <optgroup label="Both servers">
        ${renderOption('code=503', 'HTTP 503')}${renderOption('delay=2000', 'After 2 seconds')}
      </optgroup>
      <optgroup label="Examples of the mock" data-for="mock">
        ${others.map(([name, { summary }]) => renderOption(`example=${name}`, summary))}
        ${renderOption('dynamic=true', 'Generated from the schema')}
      </optgroup>
      <optgroup label="Codes of the mock" data-for="mock">
        ${listCodes(call).map(({ code, meaning }) => renderOption(`code=${code}`, `${code}: ${meaning}`))}
      </optgroup>
      <optgroup label="Faults of the sandbox" data-for="sandbox">
        ${plainFaults.map(([name, { meaning }]) => renderOption(`fault=${name}`, meaning.replace(/\.$/, '')))}
      </optgroup>
    </select></label
  >`
}

// These faults are listed for both servers.
const shared = new Set(['latency', 'status'])
const plainFaults = Object.entries(faultKinds).filter(
  ([name, { isSealedOnly: isSealed }]) => !isSealed && !shared.has(name),
)

const renderOption = (value: string, text: string): Markup => html`<option value="${value}">${text}</option>`

const renderParameters = (fields: readonly Field[]): Markup | false =>
  fields.length > 0 &&
  html`<fieldset>
    <legend>Parameters</legend>
    <div class="row">${fields.map(renderInput)}</div>
  </fieldset>`

// The users of the examples exist only in the mock, so the sandbox gets its first user.
const renderSandboxAttribute = (name: string) => name === 'uid' && createMarkup(` data-sandbox="${firstUser}"`)

const renderInput = ({ name, type, isNeeded }: Field): Markup =>
  html`<label
    ><span>${name}${isNeeded !== 'always' && ' (optional)'}</span
    ><input
      name="${name}"
      data-type="${getInputType(type)}"
      ${renderSandboxAttribute(name)}
      autocomplete="off"
      spellcheck="false"
  /></label>`

// How the script encodes a value in JSON.
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^list /, 'list'],
  [/^integer/, 'number'],
  [/^(?:true|false)/, 'flag'],
]

const getInputType = (type: string): string => kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'text'

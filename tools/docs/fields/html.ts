import type { KnownValue } from '../../redocly/document.ts'
import { type Markup, html } from '../html.ts'
import type { Part } from '../page.ts'
import { getPointAnchor } from '../pages/open-points.ts'
import { renderInline, convertHref } from '../render/markdown.ts'
import type { Choice, Field, Tree } from './model.ts'

export interface TreeView {
  /** Prefix of the anchor of each field: `headers`, `parameters` or `response`. */
  readonly anchor: string
  /** Returns the link to the page that lists the values of a field. */
  readonly findValuesPage: (path: string) => string | undefined
  /** Label of fields that are not always present. */
  readonly optional: string
}

export const createTreePart = (tree: Tree, view: TreeView): Part => ({
  html: html`${renderChoices(tree.choices)}${renderList(tree.fields, view)}`,
  markdown: [...formatChoices(tree.choices), formatList(tree.fields, view, '')].join('\n\n'),
})

const renderChoices = (choices: readonly Choice[]): Markup | false =>
  choices.length > 0 &&
  html`<p>Use ${formatCount(choices.length)}:</p>
    <ul class="choices">
      ${choices.map(({ title, text, needs }) => html`<li><b>${title}</b> needs ${needs.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}. ${renderInline(text)}</li>`)}
    </ul>`

const formatChoices = (choices: readonly Choice[]): readonly string[] =>
  choices.length === 0
    ? []
    : [
        `Use ${formatCount(choices.length)}:`,
        choices
          .map(
            ({ title, text, needs }) =>
              `- **${title}** needs ${needs.map((name) => `\`${name}\``).join(', ')}. ${text}`,
          )
          .join('\n'),
      ]

const formatCount = (count: number): string => `one of these ${count} sets of fields`

const renderList = (fields: readonly Field[], view: TreeView): Markup =>
  html`<ul class="fields">
    ${fields.map((field) => renderField(field, view))}
  </ul>`

/** Returns a stable anchor for a field. */
const getAnchor = ({ path }: Field, { anchor }: TreeView): string => `${anchor}.${path}`

function renderField(field: Field, view: TreeView): Markup {
  const { name, type, text, byChoice, fields } = field
  const id = getAnchor(field, view)
  return html`<li id="${id}">
    <p class="head">
      <code>${name}</code>
      <span class="type">${type}</span>
      ${listMarks(field, view).map((mark) => html`<span class="mark">${mark}</span> `)}<a
        class="anchor"
        href="#${id}"
        aria-label="Link to ${name}"
        >#</a
      >
    </p>
    ${text !== '' && html`<p>${renderInline(text)}</p>`}${
      byChoice.length > 0 &&
      html`<ul>
        ${byChoice.map(([choice, what]) => html`<li>${choice}: ${renderInline(what)}</li>`)}
      </ul>`
    }${renderValues(field, view)}${renderOpenPoints(field)}${fields.length > 0 && renderList(fields, view)}
  </li>`
}

function listMarks({ isNeeded, canBeEmpty, isWireNumber }: Field, { optional }: TreeView): readonly string[] {
  return [
    ...(isNeeded === 'always'
      ? []
      : [isNeeded.length === 0 ? optional : `needed ${toLowerFirst(isNeeded.join(', '))}`]),
    ...(canBeEmpty ? ['may be empty'] : []),
    ...(isWireNumber ? ['a JSON number on the wire'] : []),
  ]
}

const toLowerFirst = (text: string): string => `${(text[0] ?? '').toLowerCase()}${text.slice(1)}`

function renderValues({ path, values }: Field, view: TreeView): Markup | false {
  if (values.length === 0) return false
  const page = view.findValuesPage(path)
  return html`<ul class="values">
    ${values.map(({ value, meaning }) => html`<li><code>${value}</code> ${renderInline(meaning)}</li>`)}${
      page !== undefined && html`<li><a href="${convertHref(page)}">More about these values</a></li>`
    }
  </ul>`
}

const renderOpenPoints = ({ open }: Field): Markup | false =>
  open.length > 0 &&
  html`<p class="open">
    Open points:
    ${open.map(({ id, what }, index) => html`${index > 0 && ' · '}<a href="${convertHref(getPointAddress(id))}">${renderInline(what.replace(/\.$/, ''))}</a>`)}
  </p>`

// Pages with trees are in a folder.
const getPointAddress = (id: string): string => `../${getPointAnchor(id)}`

function formatList(fields: readonly Field[], view: TreeView, indent: string): string {
  return fields.map((field) => formatField(field, view, indent)).join('\n')
}

function formatField(field: Field, view: TreeView, indent: string): string {
  const { name, type, text, byChoice, values, open, fields } = field
  const about = [type, ...listMarks(field, view)].join(', ')
  const deeper = `${indent}  `
  return [
    `${indent}- \`${name}\` (${about})${text === '' ? '' : `: ${text}`}`,
    ...byChoice.map(([choice, what]) => `${deeper}- ${choice}: ${what}`),
    ...(values.length > 0 ? [`${deeper}- Known values: ${formatValues(values)}`] : []),
    ...open.map(({ id, what }) => `${deeper}- Open point: [${what.replace(/\.$/, '')}](${getPointAddress(id)})`),
    ...(fields.length > 0 ? [formatList(fields, view, deeper)] : []),
  ].join('\n')
}

const formatValues = (values: readonly KnownValue[]): string =>
  values.map(({ value, meaning }) => `\`${value}\` ${meaning}`).join('; ')

// Trees of members as HTML and as Markdown.
import type { KnownValue } from '../../redocly/document.ts'
import { type Markup, html } from '../html.ts'
import type { Part } from '../page.ts'
import { anchorOf as anchorOfPoint } from '../pages/open-points.ts'
import { inlineHtml, shownHref } from '../render/markdown.ts'
import type { Choice, Field, Tree } from './model.ts'

/** How a tree is shown. */
export interface TreeView {
  /** Beginning of the anchor of each member: `parameters` or `answer`. */
  readonly anchor: string
  /** Link to the page that lists the values of a member, if there is one. */
  readonly valuesAt: (path: string) => string | undefined
  /** What a member is that is not always there. */
  readonly optional: string
}

/** A tree of members as a part of a page. */
export const treePart = (tree: Tree, view: TreeView): Part => ({
  html: html`${choicesHtml(tree.choices)}${listHtml(tree.fields, view)}`,
  markdown: [...choicesText(tree.choices), listText(tree.fields, view, '')].join('\n\n'),
})

const choicesHtml = (choices: readonly Choice[]): Markup | false =>
  choices.length > 0 &&
  html`<p>Fill in ${counted(choices.length)}:</p>
    <ul class="choices">
      ${choices.map(({ title, text, needs }) => html`<li><b>${title}</b> needs ${needs.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}. ${inlineHtml(text)}</li>`)}
    </ul>`

const choicesText = (choices: readonly Choice[]): readonly string[] =>
  choices.length === 0
    ? []
    : [
        `Fill in ${counted(choices.length)}:`,
        choices
          .map(
            ({ title, text, needs }) =>
              `- **${title}** needs ${needs.map((name) => `\`${name}\``).join(', ')}. ${text}`,
          )
          .join('\n'),
      ]

const counted = (count: number): string => `one of these ${count} sets of members`

const listHtml = (fields: readonly Field[], view: TreeView): Markup =>
  html`<ul class="fields">
    ${fields.map((field) => fieldHtml(field, view))}
  </ul>`

/** Anchor of a member. Links from outside keep working as long as the contract has the member. */
const anchorOf = ({ path }: Field, { anchor }: TreeView): string => `${anchor}.${path}`

function fieldHtml(field: Field, view: TreeView): Markup {
  const { name, type, text, byChoice, fields } = field
  const id = anchorOf(field, view)
  return html`<li id="${id}">
    <p class="head">
      <code>${name}</code>
      <span class="type">${type}</span>
      ${marksOf(field, view).map((mark) => html`<span class="mark">${mark}</span> `)}<a
        class="anchor"
        href="#${id}"
        aria-label="Link to ${name}"
        >#</a
      >
    </p>
    ${text !== '' && html`<p>${inlineHtml(text)}</p>`}${
      byChoice.length > 0 &&
      html`<ul>
        ${byChoice.map(([choice, what]) => html`<li>${choice}: ${inlineHtml(what)}</li>`)}
      </ul>`
    }${valuesHtml(field, view)}${openHtml(field)}${fields.length > 0 && listHtml(fields, view)}
  </li>`
}

/** Short facts about a member. */
function marksOf({ needed, mayBeEmpty, wireNumber }: Field, { optional }: TreeView): readonly string[] {
  return [
    ...(needed === 'always' ? [] : [needed.length === 0 ? optional : `needed ${lowered(needed.join(', '))}`]),
    ...(mayBeEmpty ? ['may be empty'] : []),
    ...(wireNumber ? ['a JSON number on the wire'] : []),
  ]
}

const lowered = (text: string): string => `${(text[0] ?? '').toLowerCase()}${text.slice(1)}`

function valuesHtml({ path, values }: Field, view: TreeView): Markup | false {
  if (values.length === 0) return false
  const page = view.valuesAt(path)
  return html`<ul class="values">
    ${values.map(({ value, meaning }) => html`<li><code>${value}</code> ${inlineHtml(meaning)}</li>`)}${
      page !== undefined && html`<li><a href="${shownHref(page)}">More about these values</a></li>`
    }
  </ul>`
}

const openHtml = ({ open }: Field): Markup | false =>
  open.length > 0 &&
  html`<p class="open">
    Not shown:
    ${open.map(({ id, what }, index) => html`${index > 0 && ' · '}<a href="${shownHref(pointAt(id))}">${inlineHtml(what.replace(/\.$/, ''))}</a>`)}
  </p>`

// Trees stand on pages in a folder.
const pointAt = (id: string): string => `../${anchorOfPoint(id)}`

function listText(fields: readonly Field[], view: TreeView, indent: string): string {
  return fields.map((field) => fieldText(field, view, indent)).join('\n')
}

function fieldText(field: Field, view: TreeView, indent: string): string {
  const { name, type, text, byChoice, values, open, fields } = field
  const about = [type, ...marksOf(field, view)].join(', ')
  const deeper = `${indent}  `
  return [
    `${indent}- \`${name}\` (${about})${text === '' ? '' : `: ${text}`}`,
    ...byChoice.map(([choice, what]) => `${deeper}- ${choice}: ${what}`),
    ...(values.length > 0 ? [`${deeper}- Known values: ${valuesText(values)}`] : []),
    ...open.map(({ id, what }) => `${deeper}- Not shown: [${what.replace(/\.$/, '')}](${pointAt(id)})`),
    ...(fields.length > 0 ? [listText(fields, view, deeper)] : []),
  ].join('\n')
}

const valuesText = (values: readonly KnownValue[]): string =>
  values.map(({ value, meaning }) => `\`${value}\` ${meaning}`).join('; ')

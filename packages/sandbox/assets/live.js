// Keeps the content of a page up to date and handles keyboard shortcuts. Pages work without it.
import { h, render } from 'preact'

/**
 * Properties with the input of a person, and those with the value that the page suggests. An option is selected again
 * only if the page suggests another one.
 * @type {Readonly<Record<string, string>>}
 */
const suggestions = { value: 'defaultValue', checked: 'defaultChecked' }

/**
 * Rows have keys, so that a focused link or form stays with its record.
 * @param {Element} element
 */
const readProperties = (element) => {
  const key = element.getAttribute('data-row')
  return key === null ? readAttributes(element) : { ...readAttributes(element), key }
}

/** @param {Element} element */
function readAttributes(element) {
  /** @type {Record<string, string | boolean>} */
  const attributes = {}
  for (const { name, value } of element.attributes) {
    const suggestion = suggestions[name] ?? ''
    const isFlag = value === '' && typeof Reflect.get(element, name) === 'boolean'
    attributes[suggestion in element ? suggestion : name] = isFlag ? true : value
  }
  return attributes
}

/**
 * Converts nodes of a document to nodes of preact. Text is never parsed as HTML again.
 * @param {Iterable<Node>} nodes
 * @returns {unknown[]}
 */
function convertNodes(nodes) {
  return [...nodes].flatMap((node) => {
    if (node instanceof Element) return [h(node.localName, readProperties(node), convertNodes(node.childNodes))]
    return node instanceof Text ? [node.data] : []
  })
}

const region = document.querySelector('[data-live]')
const parser = new DOMParser()

// Gives the rows of the page their keys before new content arrives.
if (region) render(convertNodes(region.childNodes), region)

/** @param {string} content */
function show(content) {
  if (!region) return
  const nodes = convertNodes(parser.parseFromString(content, 'text/html').body.childNodes)
  render(nodes, region)
}

const outdatedNote = document.createElement('p')
outdatedNote.className = 'out-of-date'
outdatedNote.setAttribute('role', 'status')
outdatedNote.textContent =
  'This page may be out of date: the sandbox does not respond. If this message stays, reload the page.'

/** @type {EventSource | undefined} */
let source

// Browsers limit connections to one host, so hidden pages close theirs.
function follow() {
  source?.close()
  source = undefined
  const address = region?.getAttribute('data-live')
  if (!address || document.hidden) return
  source = new EventSource(address)
  source.addEventListener('message', ({ data }) => show(JSON.parse(data)))
  source.addEventListener('open', () => outdatedNote.remove())
  source.addEventListener('error', () => region?.before(outdatedNote))
}
document.addEventListener('visibilitychange', follow)
follow()
// Updates and shortcuts work from here on.
document.documentElement.classList.add('script')

let typing = new AbortController()

// Shows the curl command of what is typed now. Keys never leave the form.
document.addEventListener('input', async ({ target }) => {
  const form = target instanceof Element ? target.closest('form[data-curl]') : null
  const command = form?.querySelector('.ui-code pre')
  if (!(form instanceof HTMLFormElement) || !command) return
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && name !== 'p.keys' && !value.includes('PRIVATE KEY')) fields.append(name, value)
  typing.abort()
  typing = new AbortController()
  const { signal } = typing
  const text = await fetch('/console/curl', { method: 'POST', body: fields, signal })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined)
  if (text !== undefined) command.textContent = text
})

/** @param {number} step */
function moveRow(step) {
  const links = [...document.querySelectorAll('main tr[data-row]')].flatMap((row) => row.querySelector('a') ?? [])
  const at = links.findIndex((link) => link === document.activeElement)
  const next = links[at < 0 ? 0 : at + step]
  if (next instanceof HTMLElement) next.focus()
}

function focusField() {
  const field = document.querySelector('main input:not([type=hidden]), main select')
  if (field instanceof HTMLElement) field.focus()
}

/** @type {Readonly<Record<string, () => void>>} */
const keys = {
  '?': () => location.assign('/console/keys'),
  '/': focusField,
  j: () => moveRow(1),
  k: () => moveRow(-1),
}

let isGoing = false
document.addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (target instanceof Element && target.matches('input, select, textarea')) return
  const link = isGoing ? document.querySelector(`a[data-key="${CSS.escape(key)}"]`) : undefined
  isGoing = key === 'g'
  if (link instanceof HTMLElement) link.click()
  else if (Object.hasOwn(keys, key)) {
    event.preventDefault()
    keys[key]?.()
  }
})

for (const button of document.querySelectorAll('[data-request]'))
  button.addEventListener('click', () => void showResponse(button))

/**
 * Replaces the documented response with the live one.
 * @param {HTMLElement} button
 */
async function showResponse(button) {
  const block = button.closest('.case')?.querySelector(':scope > .ui-code')
  const [status, code] = [block?.querySelector('output'), block?.querySelector('pre > code')]
  if (!block || !status || !code || block.ariaBusy === 'true') return
  block.ariaBusy = 'true'
  const { isFailure, facts, text } = await sendRequest(button.dataset['request'] ?? '{}')
  block.ariaBusy = 'false'
  status.replaceChildren(createBadge(isFailure ? 'stop' : 'good', facts))
  code.textContent = text
  // An animation starts again only if a frame was without it.
  block.classList.remove('fresh')
  requestAnimationFrame(() => requestAnimationFrame(() => block.classList.add('fresh')))
  highlightJson()
}

/**
 * Sends a request and returns the status, the time and the text of its response.
 * @param {string} request
 */
async function sendRequest(request) {
  const { path, method, headers, body } = JSON.parse(request)
  const start = performance.now()
  try {
    const response = await fetch(path, { method, headers, body })
    const { text, isFailure } = readJson(await response.text())
    const facts = `HTTP ${response.status}, ${Math.max(1, Math.round(performance.now() - start))} ms`
    return { isFailure: isFailure || !response.ok, facts, text }
  } catch {
    return { isFailure: true, facts: 'no response', text: 'The mock did not respond. Check that it is still running.' }
  }
}

/**
 * Indents JSON, and reads whether its code is one of a failure.
 * @param {string} text
 */
function readJson(text) {
  try {
    const value = JSON.parse(text)
    return { text: JSON.stringify(value, undefined, 2), isFailure: Number(value?.code ?? 0) !== 0 }
  } catch {
    return { text, isFailure: false }
  }
}

/**
 * @param {string} tone
 * @param {string} text
 */
function createBadge(tone, text) {
  const template = document.querySelector(`#status-${tone}`)
  const badge = template instanceof HTMLTemplateElement ? template.content.cloneNode(true) : undefined
  const span = badge?.querySelector('.ui-badge > span')
  if (!badge || !span) return text
  span.textContent = text
  return badge
}

/** Colors names, strings and other values of all responses. */
function highlightJson() {
  if (!CSS.highlights) return
  const ranges = { name: new Highlight(), string: new Highlight(), other: new Highlight() }
  for (const { firstChild } of document.querySelectorAll('.case > .ui-code code'))
    for (const match of firstChild?.textContent.matchAll(/("(?:[^"\\]|\\.)*")(:?)|[\w.+-]+/g) ?? []) {
      const [part, string, colon] = match
      const range = new StaticRange({
        startContainer: firstChild,
        startOffset: match.index,
        endContainer: firstChild,
        endOffset: match.index + (string ?? part).length,
      })
      ranges[string === undefined ? 'other' : colon ? 'name' : 'string'].add(range)
    }
  for (const [name, highlight] of Object.entries(ranges)) CSS.highlights.set(`json-${name}`, highlight)
}
highlightJson()

/** Marks the section of the navigation that is at the top of the window. */
const sections = [...document.querySelectorAll('main > [id]')]
const visible = new Set()
function markSection() {
  const shown = sections.filter((section) => visible.has(section))
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
  // The last sections cannot move to the top.
  const current = shown.find((section) => section.matches(':target')) ?? shown.at(isAtEnd ? -1 : 0)
  if (!current) return
  document.querySelector('.ui-nav [aria-current]')?.removeAttribute('aria-current')
  const link = document.querySelector(`.ui-nav a[href="#${current.id}"]`)
  link?.setAttribute('aria-current', 'true')
  link?.scrollIntoView({ block: 'nearest' })
}
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) visible[isIntersecting ? 'add' : 'delete'](target)
    markSection()
  },
  { rootMargin: '-64px 0px 0px' },
)
for (const section of sections) observer.observe(section)
addEventListener('scrollend', markSection)

/** Shows only calls, and their entries of the navigation, whose texts contain what is typed. */
const filter = document.querySelector('.call-filter input')
filter?.addEventListener('input', () => {
  if (!(filter instanceof HTMLInputElement)) return
  for (const section of document.querySelectorAll('.call-filter ~ [id]')) {
    const text = `${section.querySelector('.ui-card-head')?.textContent}`.toLowerCase()
    const isHidden = !text.includes(filter.value.trim().toLowerCase())
    section.toggleAttribute('hidden', isHidden)
    document.querySelector(`.ui-nav a[href="#${section.id}"]`)?.closest('li')?.toggleAttribute('hidden', isHidden)
  }
  for (const label of document.querySelectorAll('.ui-nav-label'))
    label.toggleAttribute('hidden', !label.parentElement?.querySelector('li:not([hidden])'))
})

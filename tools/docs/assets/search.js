// The search field. Arrow keys move through the results.
;(() => {
  const base = document.body.dataset.root
  const box = document.querySelector('.search')
  const input = box.querySelector('input')
  const found = document.querySelector('#_found')

  // The index is a script, so that it also loads where pages are opened as files.
  let engine
  const load = () => {
    engine ??= new Promise((resolve) => {
      const script = document.createElement('script')
      script.src = `${base}assets/search-index.js`
      script.addEventListener('load', () => resolve(globalThis.createSearch(globalThis.searchIndex)))
      document.head.append(script)
    })
    return engine
  }

  const count = document.createElement('p')
  count.className = 'away'
  count.setAttribute('role', 'status')
  box.append(count)
  const say = (text) => {
    count.textContent = text
  }

  const optionOf = ({ path, title, heading, lead }) => {
    const link = document.createElement('a')
    link.href = base + path
    const name = document.createElement('b')
    name.textContent = heading ? `${title} › ${heading}` : title
    const start = document.createElement('small')
    start.textContent = lead
    link.append(name, start)
    return link
  }
  const close = () => {
    found.hidden = true
    say('')
  }
  const show = (hits) => {
    const nothing = document.createElement('p')
    nothing.textContent = 'No results. Try fewer or other words.'
    found.replaceChildren(...(hits.length > 0 ? hits.map(optionOf) : [nothing]))
    found.hidden = false
    say(hits.length === 1 ? '1 result' : `${hits.length} results`)
  }
  const search = async () => {
    const text = input.value.trim()
    if (text === '') return close()
    const hits = (await load())(text)
    // The query may have changed while the index loaded.
    if (text === input.value.trim()) show(hits)
  }

  box.hidden = false
  input.addEventListener('input', search)
  input.addEventListener('focus', load)

  const keys = {
    Escape: () => {
      close()
      input.focus()
    },
    Enter: (event) => {
      if (event.target === input) found.querySelector('a')?.click()
    },
    ArrowDown: (event) => move(event, 1),
    ArrowUp: (event) => move(event, -1),
  }
  const move = (event, step) => {
    const stops = [input, ...found.querySelectorAll('a')]
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus()
    event.preventDefault()
  }
  box.addEventListener('keydown', (event) => keys[event.key]?.(event))
  document.addEventListener('click', (event) => {
    if (!box.contains(event.target)) close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea, select')) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
})()

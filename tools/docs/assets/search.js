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

  const markedIn = (element, pieces) => {
    const marked = pieces.map(({ text, isMatch }) => {
      if (!isMatch) return text
      const mark = document.createElement('mark')
      mark.textContent = text
      return mark
    })
    element.append(...marked)
    return element
  }
  const optionOf = ({ path, name, lead }) => {
    const link = document.createElement('a')
    link.href = base + path
    link.append(markedIn(document.createElement('b'), name), markedIn(document.createElement('small'), lead))
    return link
  }
  const groupOf = ([title, hits]) => {
    const group = document.createElement('div')
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', title)
    const heading = document.createElement('p')
    heading.textContent = title
    group.append(heading, ...hits.map(optionOf))
    return group
  }
  const close = () => {
    found.hidden = true
    say('')
  }
  const show = (hits) => {
    const nothing = document.createElement('p')
    nothing.textContent = 'No results. Try fewer or other words.'
    found.replaceChildren(...(hits.length > 0 ? [...Map.groupBy(hits, ({ group }) => group)].map(groupOf) : [nothing]))
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
  const opensSearch = ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey) return key === 'k' && !altKey
    return key === '/' && !altKey && !target.closest('input, textarea, select')
  }
  document.addEventListener('keydown', (event) => {
    if (!opensSearch(event)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
})()

// A choice of colours, a menu on small screens, copy buttons, and search.
;(() => {
  const root = document.documentElement
  const base = document.body.dataset.root
  const one = (selector) => document.querySelector(selector)

  const isDark = () =>
    root.classList.contains('dark') ||
    (!root.classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches)
  const themeButton = one('.theme')
  const nameTheme = () => {
    themeButton.textContent = isDark() ? 'Light' : 'Dark'
    themeButton.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours')
  }
  themeButton.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark'
    root.classList.remove('light', 'dark')
    root.classList.add(chosen)
    try {
      localStorage.setItem('redoc.colorMode', chosen)
    } catch {
      // Without storage, the choice ends with this page.
    }
    nameTheme()
  })
  nameTheme()
  themeButton.hidden = document.body.classList.contains('reference')

  const menuButton = one('.menu')
  menuButton.hidden = !one('#_pages')
  menuButton.addEventListener('click', () => {
    const open = one('#_pages').classList.toggle('open')
    menuButton.setAttribute('aria-expanded', String(open))
  })

  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    })
    const frame = document.createElement('div')
    frame.className = 'code'
    block.replaceWith(frame)
    frame.append(block, button)
  }

  // The index is a script, so that it also loads where pages are opened as files.
  const box = one('.search')
  const input = box.querySelector('input')
  const found = one('#_found')
  let index
  const load = () => {
    index ??= new Promise((resolve) => {
      const script = document.createElement('script')
      script.src = `${base}assets/search-index.js`
      script.addEventListener('load', () => resolve(globalThis.searchIndex))
      document.head.append(script)
    })
    return index
  }
  const score = ({ title, heading, text }, words) => {
    const [top, low] = [`${title} ${heading}`.toLowerCase(), text.toLowerCase()]
    let sum = 0
    for (const word of words) {
      if (top.includes(word)) sum += 10
      else if (low.includes(word)) sum += 1
      else return 0
    }
    return sum
  }
  const option = ({ path, title, heading, text }, word) => {
    const link = document.createElement('a')
    link.href = base + path
    const name = document.createElement('b')
    name.textContent = heading && heading !== title ? `${title} › ${heading}` : title
    const near = Math.max(0, text.toLowerCase().indexOf(word) - 30)
    const at = near === 0 ? 0 : text.indexOf(' ', near) + 1
    const around = document.createElement('small')
    around.textContent = text.slice(at, at + 110)
    link.append(name, around)
    return link
  }
  const show = (open) => {
    found.hidden = !open
  }
  const search = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return show(false)
    const best = (await load())
      .map((entry) => ({ entry, sum: score(entry, words) }))
      .filter(({ sum }) => sum > 0)
      .sort((a, b) => b.sum - a.sum)
      .slice(0, 9)
    const nothing = Object.assign(document.createElement('p'), { textContent: 'Nothing found.' })
    found.replaceChildren(...(best.length > 0 ? best.map(({ entry }) => option(entry, words[0])) : [nothing]))
    show(true)
  }
  box.hidden = false
  input.addEventListener('input', search)
  input.addEventListener('focus', load)
  box.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      show(false)
      input.focus()
    }
    if (event.key === 'Enter' && event.target === input) found.querySelector('a')?.click()
    if (!step) return
    const stops = [input, ...found.querySelectorAll('a')]
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus()
    event.preventDefault()
  })
  document.addEventListener('click', (event) => {
    if (!box.contains(event.target)) show(false)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea') || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.focus()
  })
})()

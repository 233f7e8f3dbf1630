// Color mode, list of pages, and copy buttons.
;(() => {
  const root = document.documentElement
  const one = (selector) => document.querySelector(selector)

  const isDark = () =>
    root.classList.contains('dark') ||
    (!root.classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches)
  const themeButton = one('.theme')
  const nameTheme = () => {
    themeButton.textContent = isDark() ? 'Light' : 'Dark'
    themeButton.setAttribute('aria-label', isDark() ? 'Light mode' : 'Dark mode')
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
  themeButton.hidden = false

  const menuButton = one('.menu')
  const list = one('#_pages')
  menuButton.hidden = !list
  const showMenu = (open) => {
    list.classList.toggle('open', open)
    menuButton.setAttribute('aria-expanded', String(open))
  }
  menuButton.addEventListener('click', () => {
    const isClosed = !list.classList.contains('open')
    showMenu(isClosed)
    // The list follows the text in the document.
    if (isClosed) (list.querySelector('[aria-current]') ?? list.querySelector('a')).focus()
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !list?.classList.contains('open')) return
    showMenu(false)
    menuButton.focus()
  })
  // The list is longer than a screen. Only the list scrolls, not the page.
  const current = list?.querySelector('[aria-current]')
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2

  // On a phone, a long page starts as a list of its sections.
  if (matchMedia('(max-width: 56rem)').matches) for (const fold of document.querySelectorAll('.fold')) fold.open = false
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const fold = target?.closest('.fold:not([open])')
    if (!fold) return
    fold.open = true
    target.scrollIntoView()
  }
  openTarget()
  addEventListener('hashchange', openTarget)

  // The keyboard can scroll a table that is wider than its box.
  for (const box of document.querySelectorAll('.table')) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0

  // Marks the section in sight in the contents of the page.
  const links = [...document.querySelectorAll('.contents a')]
  const targets = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))))
  const findCurrent = () => {
    const passed = targets.findLastIndex((target) => target.getBoundingClientRect().top < lineInSight)
    if (scrollY === 0 || innerHeight + scrollY < root.scrollHeight - 1) return Math.max(passed, 0)
    // The last sections may not reach the top.
    const linked = links.findIndex(({ hash }) => hash === location.hash)
    return linked > passed ? linked : links.length - 1
  }
  const lineInSight = 120
  const markCurrent = () => {
    const at = findCurrent()
    for (const [index, link] of links.entries())
      if (index === at) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
  }
  if (links.length > 0) {
    markCurrent()
    addEventListener('scroll', markCurrent, { passive: true })
  }

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
    frame.append(button, block)
  }
})()

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
  themeButton.hidden = document.body.classList.contains('reference')

  const menuButton = one('.menu')
  const list = one('#_pages')
  menuButton.hidden = !list
  const showMenu = (open) => {
    list.classList.toggle('open', open)
    menuButton.setAttribute('aria-expanded', String(open))
  }
  menuButton.addEventListener('click', () => showMenu(!list.classList.contains('open')))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !list?.classList.contains('open')) return
    showMenu(false)
    menuButton.focus()
  })
  // The list is longer than a screen. Only the list scrolls, not the page.
  const current = list?.querySelector('[aria-current]')
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2

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

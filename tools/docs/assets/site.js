// A choice of colours, a menu on small screens, and copy buttons.
;(() => {
  const root = document.documentElement
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
})()

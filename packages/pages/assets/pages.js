// Theme, copy buttons and menus. It runs before the first paint, so that a page never flashes in the wrong colors.
;(() => {
  const root = document.documentElement
  const isDark = () => getComputedStyle(root).colorScheme === 'dark'
  // The API reference reads the same key.
  const key = 'redoc.colorMode'
  root.classList.add('js')
  try {
    const theme = localStorage.getItem(key)
    if (theme === 'dark' || theme === 'light') root.classList.add(theme)
  } catch {
    // Without storage the system decides.
  }

  function changeTheme() {
    const [before, after] = isDark() ? ['dark', 'light'] : ['light', 'dark']
    root.classList.remove(before)
    root.classList.add(after)
    try {
      localStorage.setItem(key, after)
    } catch {
      // The theme lasts until the next page.
    }
  }

  /** Copies `data-copy`, or the text of the code block if it is empty. */
  async function copy(button) {
    const text = button.dataset.copy || button.closest('.ui-code')?.querySelector('pre')?.textContent || ''
    await navigator.clipboard.writeText(text)
    button.dataset.copied = ''
    const status = button.querySelector('[role=status]')
    if (status) status.textContent = 'Copied'
    setTimeout(() => {
      delete button.dataset.copied
      if (status) status.textContent = ''
    }, 2000)
  }

  function closeMenus(except) {
    for (const menu of document.querySelectorAll('.ui-menu[open]')) if (menu !== except) menu.open = false
  }

  document.addEventListener('click', ({ target }) => {
    closeMenus(target.closest('.ui-menu'))
    // A link to a part of this page leaves the menu open otherwise.
    if (target.closest('a[href^="#"]')) target.closest('.ui-shell-side:popover-open')?.hidePopover()
    const button = target.closest('[data-copy]')
    if (button) void copy(button)
    if (target.closest('[data-theme]')) changeTheme()
  })
  // The Enter key would close the open tab. Browsers without ::details-content show folds instead, which may close.
  const hasTabs = CSS.supports('selector(::details-content)')
  document.addEventListener('click', (event) => {
    if (hasTabs && event.target.closest('.ui-tabs > details[open] > summary')) event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && event.target.closest('.ui-menu[open]')
    if (!menu) return
    closeMenus()
    menu.querySelector('summary').focus()
  })
})()

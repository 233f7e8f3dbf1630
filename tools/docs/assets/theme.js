// Runs before the page is drawn, so that it never flashes in the wrong colors. The reference uses the same storage key.
;(() => {
  const root = document.documentElement
  root.classList.add('js')
  try {
    const chosen = localStorage.getItem('redoc.colorMode')
    if (chosen === 'dark' || chosen === 'light') root.classList.add(chosen)
  } catch {
    // Without storage the system decides.
  }
})()

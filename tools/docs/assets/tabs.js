// Shows one tab of a group at a time, and remembers the choice. Without this script, all tabs are visible.
;(() => {
  const groups = [...document.querySelectorAll('.tabs')]
  const key = (name) => `tabs.${name}`
  const remembered = (name) => {
    try {
      return localStorage.getItem(key(name))
    } catch {
      return null
    }
  }
  const remember = (name, choice) => {
    try {
      localStorage.setItem(key(name), choice)
    } catch {
      // Without storage, the choice ends with this page.
    }
  }

  const build = (group) => {
    const { name } = group.dataset
    const bar = document.createElement('div')
    bar.className = 'bar'
    bar.setAttribute('role', 'tablist')
    bar.setAttribute('aria-label', name === 'samples' ? 'Language of the sample' : 'Form of the response')
    const tabs = [...group.querySelectorAll(':scope > h3')].map((heading) => tabOf(heading))
    bar.append(...tabs.map(({ tab }) => tab))
    group.prepend(bar)
    group.classList.add('ready')

    const select = (chosen) => {
      for (const { tab, panel } of tabs) {
        const isChosen = tab === chosen
        tab.setAttribute('aria-selected', String(isChosen))
        tab.tabIndex = isChosen ? 0 : -1
        panel.hidden = !isChosen
      }
    }
    const choose = (tab) => {
      select(tab)
      remember(name, tab.textContent)
    }
    bar.addEventListener('click', ({ target }) => {
      if (target.getAttribute('role') === 'tab') choose(target)
    })
    bar.addEventListener('keydown', (event) => {
      const all = tabs.map(({ tab }) => tab)
      const at = all.indexOf(event.target)
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      const tab = all[(to + all.length) % all.length]
      choose(tab)
      tab.focus()
    })
    const showTarget = () => {
      const id = decodeURIComponent(location.hash.slice(1))
      const found = tabs.find(({ heading }) => heading.id === id)
      if (found) select(found.tab)
      return found
    }
    const former = tabs.find(({ tab }) => tab.textContent === remembered(name))
    select((former ?? tabs[0]).tab)
    if (showTarget()) document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView()
    addEventListener('hashchange', showTarget)
  }

  // A heading and everything up to the next one become a panel.
  const tabOf = (heading) => {
    const panel = document.createElement('section')
    panel.setAttribute('role', 'tabpanel')
    heading.before(panel)
    panel.append(heading)
    while (panel.nextElementSibling && panel.nextElementSibling.tagName !== 'H3') panel.append(panel.nextElementSibling)
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.setAttribute('role', 'tab')
    tab.id = `tab.${heading.id}`
    tab.textContent = heading.firstChild.textContent
    panel.id = `panel.${heading.id}`
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('aria-labelledby', tab.id)
    return { tab, panel, heading }
  }

  for (const group of groups) build(group)
})()

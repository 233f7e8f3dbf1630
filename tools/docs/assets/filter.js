// Filters the tables of a page: shows only rows that contain all words.
;(() => {
  const article = document.querySelector('article')
  const tables = [...article.querySelectorAll('table')].map((table) => ({
    table,
    rows: [...table.tBodies[0].rows].map((row) => ({ row, text: row.textContent.toLowerCase() })),
  }))
  const all = tables.flatMap(({ rows }) => rows)

  const box = document.createElement('div')
  box.className = 'filter'
  const label = document.createElement('label')
  label.textContent = 'Filter rows '
  const input = Object.assign(document.createElement('input'), { type: 'search', spellcheck: false })
  const count = document.createElement('span')
  count.setAttribute('role', 'status')
  label.append(input)
  box.append(label, count)
  document.querySelector('h1').after(box)

  // Hides headings of empty tables, and all text and diagrams while a filter is set.
  const folds = [...article.querySelectorAll('.fold')]
  const level = (element) => (/^H\d$/.test(element.tagName) ? Number(element.tagName[1]) : 9)
  const hasRow = (element) => [...element.querySelectorAll('tbody > tr')].some((row) => !row.hidden)
  const hideIn = (container, filtered) => {
    const parts = [...container.children].filter((part) => part !== box && !part.matches('h1, summary'))
    const kept = (part, index) => {
      if (level(part) === 9) return part.matches('.table, .fold') && hasRow(part)
      const end = parts.findIndex((other, at) => at > index && level(other) <= level(part))
      return parts.slice(index + 1, end < 0 ? undefined : end).some((other) => other.matches('.table') && hasRow(other))
    }
    for (const [index, part] of parts.entries()) part.hidden = filtered && !kept(part, index)
  }
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const { row, text } of all) row.hidden = !words.every((word) => text.includes(word))
    const left = all.filter(({ row }) => !row.hidden).length
    count.textContent = words.length > 0 ? `${left} of ${all.length} rows` : ''
    for (const container of [article, ...folds]) hideIn(container, words.length > 0)
    if (words.length > 0) for (const fold of folds) fold.open = true
  }
  input.addEventListener('input', filter)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    input.value = ''
    filter()
  })
})()

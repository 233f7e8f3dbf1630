// Starts Redoc from `redoc.js` with the description of the page.
/* global init */
;(() => {
  const { description } = globalThis
  const place = document.querySelector('#redoc')

  // Links to an operation use its id. Redoc supports them, but shows "not found" first.
  const slug = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const routes = Object.values(description.paths)
    .flatMap((item) => [item.get, item.post])
    .filter(Boolean)
    .map(({ operationId, tags: [tag] }) => [`#operation/${operationId}`, `#/${slug(tag)}/${slug(operationId)}`])
  const route = new Map(routes).get(location.hash)
  if (route) history.replaceState(null, '', route)

  // Prints with light colors, which Redoc selects by a class of the root.
  const { classList } = document.documentElement
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches ? classList.contains('dark') : classList.contains('printing'))
      for (const name of ['dark', 'light', 'printing']) classList.toggle(name)
  })

  // The search of the site is the only one of the page.
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      document.querySelector('.search input').focus()
    },
    true,
  )

  init(
    description,
    {
      disableTelemetry: true,
      // Redoc shows only samples in these languages, by label.
      codeSamples: {
        languages: [
          { lang: 'javascript', label: 'TypeScript' },
          { lang: 'bash', label: 'curl' },
          { lang: 'bash', label: 'curl, sealed' },
          { lang: 'payload', label: 'Payload' },
        ],
      },
      scrollYOffset: 56,
      downloadUrls: [
        { title: 'JSON', url: place.dataset.json },
        { title: 'YAML', url: place.dataset.yaml },
      ],
      jsonSamplesExpandLevel: 4,
      sortRequiredPropsFirst: true,
    },
    place,
  )
})()

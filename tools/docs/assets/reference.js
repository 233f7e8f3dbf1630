// Starts Redoc, which `redoc.js` has brought, with the description that the page has loaded.
/* global init */
;(() => {
  const { description } = globalThis
  const place = document.querySelector('#redoc')

  // Links to an operation name it by its id. Redoc knows that form too, but shows that there is no such page first.
  const slug = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const routes = Object.values(description.paths)
    .flatMap((item) => [item.get, item.post])
    .filter(Boolean)
    .map(({ operationId, tags: [tag] }) => [
      `#operation/${operationId}`,
      `#/${slug(tag)}/${slug(operationId)}`,
    ])
  const route = new Map(routes).get(location.hash)
  if (route) history.replaceState(null, '', route)

  init(
    description,
    {
      disableTelemetry: true,
      // Redoc shows no samples but of languages that are named here, by their labels.
      codeSamples: {
        languages: [
          { lang: 'javascript', label: 'TypeScript' },
          { lang: 'bash', label: 'curl, plain' },
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

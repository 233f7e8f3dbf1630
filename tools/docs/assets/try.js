// The form of a call. Only `npm start` allows the page to call servers, in its policy.
;(() => {
  const policy = document.querySelector('meta[http-equiv="content-security-policy"]').content
  const form = document.querySelector('form.try')
  if (!/connect-src http/.test(policy)) return
  form.hidden = false
  document.querySelector('.try-hint').hidden = true

  const { _server: server, _example: example, _prefer: prefer } = form.elements
  const inputs = [...form.querySelectorAll('input')]
  const [sent, status, got] = form.querySelector('.result').children

  const fill = () => {
    const values = JSON.parse(example.value)
    for (const input of inputs) input.value = values[input.name] ?? ''
  }
  example?.addEventListener('change', fill)

  // The mock has examples, the sandbox has a user and faults.
  const offer = () => {
    const { kind } = server.selectedOptions[0].dataset
    if (kind === 'mock' && example) fill()
    for (const input of inputs) if (kind === 'sandbox' && input.dataset.sandbox) input.value = input.dataset.sandbox
    for (const group of prefer.querySelectorAll('[data-for]')) group.disabled = group.dataset.for !== kind
    if (prefer.selectedOptions[0].parentElement.disabled) prefer.value = ''
  }
  server.addEventListener('change', offer)
  offer()

  // The address of the page can have the values of the fields by name.
  const shared = new URLSearchParams(location.search)
  if (shared.has('_server')) {
    const kind = shared.get('_server')
    server.value = [...server.options].find(({ dataset }) => dataset.kind === kind)?.value ?? server.value
    offer()
  }
  for (const input of inputs)
    if (input.dataset.type !== 'header' && shared.has(input.name)) input.value = shared.get(input.name)
  const preference = [...prefer.options].find(({ value }) => value === shared.get('_prefer'))
  if (preference && !preference.parentElement.disabled) prefer.value = preference.value

  // Sends a value that does not parse as text, so that the server explains the mistake.
  const literals = {
    number: (text) => (/^-?(?:0|[1-9]\d{0,14})$/.test(text) ? text : JSON.stringify(text)),
    flag: (text) => (/^(?:true|false)$/.test(text) ? text : JSON.stringify(text)),
    list: (text) => JSON.stringify(text.split(',').map((entry) => entry.trim())),
    text: (text) => JSON.stringify(text),
  }
  const bodyOf = (given) =>
    `{${given.map(({ name, value, dataset }) => `${JSON.stringify(name)}:${literals[dataset.type](value)}`).join(',')}}`
  const queryOf = (given) =>
    given.map(({ name, value }) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`).join('&')

  const listGiven = () => inputs.filter(({ value, dataset }) => value !== '' && dataset.type !== 'header')
  const listHeaders = () => {
    const headers = inputs.filter(({ dataset }) => dataset.type === 'header').map(({ name, value }) => [name, value])
    return prefer.value === '' ? headers : [...headers, ['Prefer', prefer.value]]
  }

  const requestOf = () => {
    const [given, headers] = [listGiven(), listHeaders()]
    const { method, path } = form.dataset
    const address = server.value + path
    if (method === 'POST')
      return {
        url: address,
        init: { method, headers: [...headers, ['Content-Type', 'application/json']], body: bodyOf(given) },
      }
    return { url: given.length > 0 ? `${address}?${queryOf(given)}` : address, init: { method, headers } }
  }

  const copies = {
    link: () => {
      const address = new URL(location.href.replace(/[?#].*/, ''))
      for (const { name, value, dataset } of inputs)
        if (dataset.type !== 'header') address.searchParams.set(name, value)
      address.searchParams.set('_server', server.selectedOptions[0].dataset.kind)
      if (prefer.value !== '') address.searchParams.set('_prefer', prefer.value)
      address.hash = 'try-it'
      return address.href
    },
    curl: () => {
      const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`
      const { url, init } = requestOf()
      const headers = init.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`)
      return ['curl', ...headers, ...(init.body ? [`--data-raw ${quote(init.body)}`] : []), quote(url)].join(' ')
    },
    typescript: () => {
      const [given, headers] = [listGiven(), listHeaders()]
      const options = { url: server.value, ...(headers.length > 0 && { headers: Object.fromEntries(headers) }) }
      return [
        "import { createPlainClient } from '@custody-wallet/client/plain'",
        '',
        `const custody = createPlainClient(${JSON.stringify(options)})`,
        `console.log(await custody.${form.dataset.resource}(${given.length > 0 ? bodyOf(given) : ''}))`,
      ].join('\n')
    },
  }
  form.addEventListener('click', async ({ target }) => {
    const create = copies[target.dataset?.copy]
    if (!create) return
    await navigator.clipboard.writeText(create())
    target.dataset.label ??= target.textContent
    target.textContent = 'Copied'
    setTimeout(() => (target.textContent = target.dataset.label), 2000)
  })

  const pretty = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), undefined, 2)
    } catch {
      return text
    }
  }
  const block = (text) => {
    const pre = document.createElement('pre')
    pre.tabIndex = 0
    pre.append(Object.assign(document.createElement('code'), { textContent: text }))
    return pre
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { url, init } = requestOf()
    const lines = [`${init.method} ${url}`, ...init.headers.map((header) => header.join(': ')), init.body ?? '']
    sent.replaceChildren(block(lines.join('\n').trim()))
    got.replaceChildren()
    status.textContent = 'Waiting for the response…'
    const start = performance.now()
    try {
      const response = await fetch(url, init)
      const text = await response.text()
      got.replaceChildren(block(pretty(text)))
      if (server.selectedOptions[0].dataset.kind === 'sandbox') {
        const link = Object.assign(document.createElement('a'), {
          href: form.dataset.log,
          textContent: 'See it in your log',
        })
        got.append(link)
      }
      status.textContent = `HTTP ${response.status} after ${Math.round(performance.now() - start)} ms`
    } catch {
      status.textContent = `No response from ${server.value}. Check that npm start is still running.`
    }
  })
})()

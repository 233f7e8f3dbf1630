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

  // Sends a value that does not parse as text, so that the server explains the mistake.
  const literals = {
    number: (text) => (/^-?\d+$/.test(text) ? text : JSON.stringify(text)),
    flag: (text) => (/^(?:true|false)$/.test(text) ? text : JSON.stringify(text)),
    list: (text) => JSON.stringify(text.split(',').map((entry) => entry.trim())),
    text: (text) => JSON.stringify(text),
  }
  const bodyOf = (given) =>
    `{${given.map(({ name, value, dataset }) => `${JSON.stringify(name)}:${literals[dataset.type](value)}`).join(',')}}`
  const queryOf = (given) =>
    given.map(({ name, value }) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`).join('&')

  const requestOf = () => {
    const given = inputs.filter(({ value, dataset }) => value !== '' && dataset.type !== 'header')
    const headers = inputs.filter(({ dataset }) => dataset.type === 'header').map(({ name, value }) => [name, value])
    if (prefer.value !== '') headers.push(['Prefer', prefer.value])
    const { method, path } = form.dataset
    const address = server.value + path
    if (method === 'POST')
      return {
        url: address,
        init: { method, headers: [...headers, ['Content-Type', 'application/json']], body: bodyOf(given) },
      }
    return { url: given.length > 0 ? `${address}?${queryOf(given)}` : address, init: { method, headers } }
  }

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
      status.textContent = `HTTP ${response.status} after ${Math.round(performance.now() - start)} ms`
    } catch {
      status.textContent = `No response from ${server.value}. Check that npm start is still running.`
    }
  })
})()

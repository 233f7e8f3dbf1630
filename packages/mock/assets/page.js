for (const button of document.querySelectorAll('button[data-request]')) {
  if (!(button instanceof HTMLButtonElement)) continue
  const output = button.parentElement?.querySelector('output')
  if (!output) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    button.disabled = true
    output.replaceChildren(...(await sendRequest(button.dataset['request'] ?? '{}')))
    button.disabled = false
  })
}

/**
 * Sends a request and returns lines with the status and text of its response.
 * @param {string} request
 */
async function sendRequest(request) {
  const { path, method, headers, body } = JSON.parse(request)
  try {
    const response = await fetch(path, { method, headers, body })
    return [createLine('p', `HTTP ${response.status}`), createLine('pre', indentJson(await response.text()))]
  } catch {
    return [createLine('p', 'The mock did not respond. Check that it is still running.')]
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function createLine(name, text) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

/** @param {string} text */
function indentJson(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

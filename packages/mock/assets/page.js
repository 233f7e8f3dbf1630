// Runs calls of the page, and shows what the mock answers. Without it, the page still has all commands.

for (const button of document.querySelectorAll('button[data-request]')) {
  if (!(button instanceof HTMLButtonElement)) continue
  const output = button.parentElement?.querySelector('output')
  if (!output) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    button.disabled = true
    output.replaceChildren(...(await answerTo(button.dataset['request'] ?? '{}')))
    button.disabled = false
  })
}

/**
 * Lines about the answer to a request: its status and its text.
 * @param {string} request
 */
async function answerTo(request) {
  const { path, method, headers, body } = JSON.parse(request)
  try {
    const response = await fetch(path, { method, headers, body })
    return [line('p', `HTTP ${response.status}`), line('pre', indented(await response.text()))]
  } catch {
    return [line('p', 'The mock did not answer. Check that it still runs.')]
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function line(name, text) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

/** @param {string} text */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

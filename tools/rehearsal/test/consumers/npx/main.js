// Lists the calls of the mock, and makes a sealed call with its commands.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const { MOCK, MOCK_STATE, MOCK_URL, WIRE_URL } = process.env

async function npx(...args) {
  const { stdout } = await run('npx', [MOCK, ...args, '--state', MOCK_STATE])
  return stdout.trim()
}

const list = await fetch(`${MOCK_URL}/_mock`, { headers: { accept: 'application/json' } })
const { operations } = await list.json()
const { id, path } = operations.find((operation) => operation.id === 'getAccount')
console.log(`listed: ${id}`)

const query = await npx('seal', id, 'uid=10042', 'symbol=BTC')
const response = await fetch(`${WIRE_URL}${path}?${query}`)
const { data } = JSON.parse(await npx('open', id, await response.text()))
console.log(`opened: ${data.normal_balance}`)

// The installed command line beside an installed sandbox: help, a call, and a message that is sealed and opened.
// The optional package of `custody mcp` is not installed.
import { execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
const env = { ...process.env, XDG_STATE_HOME: process.cwd() }
const custody = async (...args) => (await run('node_modules/.bin/custody', args, { env })).stdout

const sandbox = spawn('node_modules/.bin/custody', ['sandbox', '--port', '0', '--ephemeral'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
let banner = ''
for await (const text of sandbox.stdout.setEncoding('utf8')) {
  banner += text
  if (banner.includes('Ctrl-C')) break
}

try {
  const [, url] = /(http:\/\/\S+) {2}sealed messages/.exec(banner)
  const demo = ['--demo', 'classic', '--url', url]
  console.log((await custody('help')).split('\n')[0])
  console.log(JSON.parse(await custody('call', 'addresses.available', 'symbol=BTC', ...demo)).symbol)
  const sealed = await custody('seal', 'addresses.available', 'symbol=BTC', '--json', ...demo)
  const { url: address, ...request } = JSON.parse(sealed)
  writeFileSync('message.json', request.body)
  writeFileSync('response.json', await (await fetch(address, request)).text())
  const opened = await custody('open', 'addresses.available', 'message.json', '--as', 'platform', ...demo)
  console.log('opened:', JSON.parse(opened).parameters.symbol)
  const found = JSON.parse(await custody('detect', 'response.json', '--json', ...demo))
  console.log('detected:', found.findings.length)
  const { code, stderr } = await custody('mcp').catch((error) => error)
  console.log('mcp:', code, stderr.trim())
} finally {
  sandbox.kill('SIGINT')
}

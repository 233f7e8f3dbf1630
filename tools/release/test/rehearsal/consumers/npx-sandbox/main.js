// Starts the sandbox in an empty folder, and runs the commands of its banner as they are printed.
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const args = [process.env.SANDBOX, '--port', '0', '--ephemeral', '--state', 'state']
// A group of its own, because npx starts further programs.
const sandbox = spawn('npx', args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })

let banner = ''
for await (const text of sandbox.stdout.setEncoding('utf8')) {
  banner += text
  if (banner.includes('Ctrl-C')) break
}

try {
  for (const [, command] of banner.matchAll(/^ +(curl .*)$/gm)) {
    const { stdout } = await run('sh', ['-c', `${command} -sS --fail-with-body`])
    const { code, data = {}, txid } = JSON.parse(stdout)
    console.log(txid === undefined ? `code ${code}: ${data.deposit_address ?? 'registered'}` : 'paid')
  }
} finally {
  process.kill(-sandbox.pid, 'SIGTERM')
}

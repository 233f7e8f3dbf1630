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

const runCommand = async (command) => (await run('sh', ['-c', `${command} -sS --fail-with-body`])).stdout

try {
  const [register, account, pay, mine] = [...banner.matchAll(/^ +(curl .*)$/gm)].map(([, command]) => command)
  console.log(`code ${JSON.parse(await runCommand(register)).code}: registered`)
  console.log(`assigned ${JSON.parse(await runCommand(account)).data.deposit_address}`)
  console.log(JSON.parse(await runCommand(pay)).txid === undefined ? 'not paid' : 'paid')
  console.log(`mined ${JSON.parse(await runCommand(mine)).length} networks`)
  // The banner says that the second command shows the new balance.
  console.log(`credited ${JSON.parse(await runCommand(account)).data.normal_balance}`)
} finally {
  process.kill(-sandbox.pid, 'SIGINT')
}

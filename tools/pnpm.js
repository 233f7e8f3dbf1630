// Runs pnpm in the version of package.json, on any Node since 18 and with nothing installed: node tools/pnpm.js exec NAME
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const args = ['-y', '--prefer-offline', '--allow-scripts=pnpm', packageManager, ...process.argv.slice(2)]

// On Windows, npx is a script of the shell.
const shell = process.platform === 'win32'
const quoted = shell ? args.map((arg) => JSON.stringify(arg)) : args

// Ctrl-C reaches every process of the terminal: wait until npx has ended.
process.on('SIGINT', () => {})
const child = spawn('npx', quoted, { stdio: 'inherit', shell })
process.on('SIGTERM', () => child.kill())
child.on('exit', (status) => {
  process.exitCode = status ?? 1
})

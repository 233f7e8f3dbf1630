#!/usr/bin/env node
import { nodeRefusal } from './node.ts'

// Everything else is loaded once it is known to load: older versions lack what it imports.
const refusal = nodeRefusal(process.versions.node)
if (refusal === undefined) {
  const { keepCompiled } = await import('./compiled.ts')
  // Prism is large: what is compiled once need not be compiled at every start.
  keepCompiled()
  const { ownTerminal, run } = await import('./run.ts')
  const code = await run(process.argv.slice(2), ownTerminal())
  // Once all is said, and at once: a second signal would kill a program that merely runs dry.
  process.stdout.write('', () => process.exit(code))
} else {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 1
}

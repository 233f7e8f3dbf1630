#!/usr/bin/env node
import { nodeRefusal } from './node.ts'

// Older versions of Node cannot load the rest, so it is loaded after this check.
const refusal = nodeRefusal(process.versions.node)
if (refusal === undefined) {
  const { keepCompiled } = await import('./compiled.ts')
  // Prism is large, so a compile cache shortens the start.
  keepCompiled()
  const { ownTerminal, run } = await import('./run.ts')
  const code = await run(process.argv.slice(2), ownTerminal())
  // Exits as soon as the output is written: without it, a second signal would kill the ending program.
  process.stdout.write('', () => process.exit(code))
} else {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 1
}

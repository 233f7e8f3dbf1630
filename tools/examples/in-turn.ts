// Runs programs in one process, because most of the time of each alone is the start of Node and of our packages:
// in-turn.ts FILE...
import { pathToFileURL } from 'node:url'

let current = ''
process.once('SIGTERM', () => process.exit(1))
process.once('exit', () => {
  if (current !== '') console.error(`${current} did not end`)
})
for (current of process.argv.slice(2))
  try {
    await import(pathToFileURL(current).href)
  } catch (error) {
    process.exitCode = 1
    console.error(`${current} failed:`, error)
  }
current = ''

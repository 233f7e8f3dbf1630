// Runs one suite once. Prints a line of JSON for each figure, and for the reason if it fails: once.ts NAME
import { suites } from './suites.ts'

const [name = ''] = process.argv.slice(2)

try {
  const suite = await suites[name]?.()
  if (!suite) throw new Error(`Unknown suite ${name}.`)
  for await (const figure of suite.figures()) {
    if (!Number.isFinite(figure.value)) throw new Error(`${figure.name} is not a number.`)
    console.log(JSON.stringify(figure))
  }
} catch (error) {
  console.log(JSON.stringify(error instanceof Error ? error.message : String(error)))
  process.exit(1)
}

// Rehearses a release, from the changesets to those who install it: npm run rehearse
import { help, optionsFrom } from './rehearsal/options.ts'
import { rehearse } from './rehearsal/rehearsal.ts'
import { table } from './rehearsal/table.ts'
import { program } from './steps/program.ts'

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`

const interrupted = new AbortController()
// A second signal finds the rehearsal tidying up, and waits for that like the first.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    if (!interrupted.signal.aborted) console.error('Stopping, and tidying up ...')
    interrupted.abort()
  })

await program(async (root, tell) => {
  const { help: asked, ...options } = optionsFrom(process.argv.slice(2))
  if (asked) return tell(help)
  try {
    const started = Date.now()
    const progress = (line: string): void => console.error(`${seconds(started)}  ${line}`)
    const rows = await rehearse(root, { ...options, tell: progress, signal: interrupted.signal })
    tell(table(rows))
    if (rows.some(({ state }) => state === 'failed')) process.exitCode = 1
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    process.exitCode = 130
  }
})

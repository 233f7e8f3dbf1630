// Our files and functions that a sealed call runs, request and response together. Run it to list and count
// them: node tools/bench/suites/client/path.ts
import { Session } from 'node:inspector/promises'

import { atMost, type Figure } from '../../figure.ts'
import { type Keys, createKeys, createSides } from '../encryption/messages.ts'
import { startResponder, createSharedResponse, createOwnCall } from './calls.ts'

/** The functions of one file that a call ran, by name. */
interface FileRun {
  readonly file: string
  readonly functions: readonly string[]
}

// A classic call also opens a sealed response.
const goals = { modern: atMost(20), classic: atMost(23) } as const

/** Counts the functions that a call runs, without the types package. */
export async function* measurePath(keys: Keys): AsyncGenerator<Figure> {
  for (const dialect of ['modern', 'classic'] as const) {
    const { files, functions } = countOwn(await measureCallPath(dialect, keys))
    yield { name: `client.path.${dialect}.files`, value: files, unit: 'files', goal: goals[dialect] }
    yield { name: `client.path.${dialect}.functions`, value: functions, unit: 'functions' }
  }
}

function countOwn(runs: readonly FileRun[]): { readonly files: number; readonly functions: number } {
  const own = runs.filter(({ file }) => !file.startsWith('types/'))
  return { files: own.length, functions: own.flatMap(({ functions }) => functions).length }
}

async function measureCallPath(dialect: 'modern' | 'classic', keys: Keys): Promise<readonly FileRun[]> {
  const { merchant, platform } = createSides(dialect, keys, 'inline')
  using service = await startResponder(await createSharedResponse(merchant, platform))
  const [address = ''] = service.urls
  const call = createOwnCall(merchant.profile, address)
  // Skips what runs only once.
  await call()
  return await measureRuns(call)
}

async function measureRuns(call: () => Promise<unknown>): Promise<readonly FileRun[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await call()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result.flatMap(({ url, functions }) => {
      const [, packageName, path] = /\/packages\/(\w+)\/dist\/(.+)\.js$/.exec(url) ?? []
      const names = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0))
      return path === undefined || names.length === 0
        ? []
        : [{ file: `${packageName}/${path}`, functions: names.map(({ functionName }) => functionName) }]
    })
  } finally {
    session.disconnect()
  }
}

if (import.meta.main) {
  const keys = createKeys()
  for (const dialect of ['modern', 'classic'] as const) {
    const runs = await measureCallPath(dialect, keys)
    for (const { file, functions } of runs)
      console.log(`${file}: ${functions.map((name) => name || '(unnamed)').join(', ')}`)
    const { files, functions } = countOwn(runs)
    console.log(`${dialect}: ${files} files with ${functions} functions, and ${runs.length - files} files of types\n`)
  }
}

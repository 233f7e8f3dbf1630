// The path of a sealed call, request and response together. Run it to list and count its files and functions:
// node tools/bench/suites/client/path.ts
import { atMost, type Figure } from '../../figure.ts'
import { countRuns, type FileRun, listRuns, printRuns } from '../../path.ts'
import { type Keys, createKeys, createSides } from '../encryption/messages.ts'
import { startResponder, createSharedResponse, createOwnCall } from './calls.ts'

const dialects = ['modern', 'classic'] as const

// A classic call also opens a sealed response.
const goals = { modern: atMost(20), classic: atMost(23) } as const

/** Counts the functions that a call runs, without the types package. */
export async function* measurePath(keys: Keys): AsyncGenerator<Figure> {
  for (const dialect of dialects) {
    const { files, functions } = countRuns(await listCallRuns(dialect, keys), ['types'])
    yield { name: `client.path.${dialect}.files`, value: files, unit: 'files', goal: goals[dialect] }
    yield { name: `client.path.${dialect}.functions`, value: functions, unit: 'functions' }
  }
}

async function listCallRuns(dialect: (typeof dialects)[number], keys: Keys): Promise<readonly FileRun[]> {
  const { merchant, platform } = createSides(dialect, keys, 'inline')
  using service = await startResponder(await createSharedResponse(merchant, platform))
  const [address = ''] = service.urls
  const call = createOwnCall(merchant.profile, address)
  await call()
  return await listRuns(call)
}

if (import.meta.main) {
  const keys = createKeys()
  for (const dialect of dialects) printRuns(dialect, await listCallRuns(dialect, keys))
}

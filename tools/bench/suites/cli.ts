// Start time, search time and size of the command line.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createSandbox } from '@custody-wallet/sandbox'

import { detect } from '../../../packages/cli/src/detect/index.ts'
import { listCases } from '../../../packages/cli/test/support/grid.ts'
import { atMost, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { computeMedian, root } from '../measure.ts'
import { createProject, stageForBench, runSuccessfully, measureWeight } from './install.ts'

export const cli: Suite = {
  measures: {
    'cli.help': 'a process of custody help, beyond a bare one of node, in turns',
    'cli.call': 'a process of custody call with its response from loopback, beyond one of node that fetches once',
    'cli.call.whole': 'the same beyond a bare process of node',
    'cli.detect': 'the search of custody detect for one capture, over the grid of its tests',
    'cli.detect.worst': 'the slowest capture of the grid',
    'cli.size': 'files of the installed package with all that it needs',
  },
  figures: async function* () {
    yield* measureStarts()
    yield* measureSearches()
    yield* measureSize()
  },
}

const program = join(root, 'packages/cli/dist/main.js')
const rounds = 21
const run = promisify(execFile)

async function* measureStarts(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-cli-'))
  const sandbox = await createSandbox({ directory: join(folder, 'custody-mock') })
  const servers = await sandbox.listen({ port: 0 })
  const env = { ...process.env, XDG_STATE_HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }
  const { url } = servers.wire
  const call = ['call', 'addresses.available', 'symbol=BTC', '--demo', 'modern', '--url', url]
  const fetching = ['-e', `fetch('${url}').then((response) => response.text())`]
  try {
    yield createFigure('cli.help', await measureBeyond([program, 'help'], ['-e', ''], env), 'ms', atMost(60))
    yield createFigure('cli.call', await measureBeyond([program, ...call], fetching, env), 'ms', atMost(60))
    yield createFigure('cli.call.whole', await measureBeyond([program, ...call], ['-e', ''], env), 'ms')
  } finally {
    await servers.close()
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds that one process takes longer than another: the median of pairs. */
async function measureBeyond(
  args: readonly string[],
  bare: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const measureMilliseconds = async (line: readonly string[]): Promise<number> => {
    const start = performance.now()
    await run(process.execPath, line, { env })
    return performance.now() - start
  }
  const differences: number[] = []
  // The first process writes the compile cache.
  await measureMilliseconds(args)
  while (differences.length < rounds)
    differences.push((await measureMilliseconds(args)) - (await measureMilliseconds(bare)))
  return computeMedian(differences)
}

function* measureSearches(): Generator<Figure> {
  const captures = listCases()
  for (const { captured, keys } of captures.slice(0, 20)) detect(captured, keys)
  const times = captures.map(({ captured, keys }) => {
    const start = performance.now()
    detect(captured, keys)
    return performance.now() - start
  })
  yield createFigure('cli.detect', computeMedian(times), 'ms', lessThan(50))
  yield createFigure('cli.detect.worst', Math.max(...times), 'ms', lessThan(500))
}

async function* measureSize(): AsyncGenerator<Figure> {
  await using stage = await stageForBench()
  const project = createProject(stage)
  await runSuccessfully(['npm', 'install', '@custody-wallet/cli'], project)
  yield createFigure('cli.size', measureWeight(join(project.cwd, 'node_modules')).bytes / 1e6, 'MB', lessThan(6))
}

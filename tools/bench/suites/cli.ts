// How long the command line takes to start and to search, and what it weighs.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createSandbox } from '@custody-wallet/sandbox'

import { detect } from '../../../packages/cli/src/detect/index.ts'
import { grid } from '../../../packages/cli/test/support/grid.ts'
import { atMost, below, type Figure, figure, type Suite } from '../figure.ts'
import { median, root } from '../measure.ts'
import { newProject, staged, succeeded, weightOf } from './install.ts'

export const cli: Suite = {
  measures: {
    'cli.help': 'a process of custody help, beyond a bare one of node, in turns',
    'cli.call':
      'a process of custody call with its answer from loopback, beyond one of node that fetches once',
    'cli.call.whole': 'the same beyond a bare process of node',
    'cli.detect': 'the search of custody detect for one capture, over the grid of its tests',
    'cli.detect.worst': 'the slowest capture of the grid',
    'cli.size': 'files of the installed package with all that it needs',
  },
  figures: async function* () {
    yield* starts()
    yield* searches()
    yield* size()
  },
}

const program = join(root, 'packages/cli/dist/main.js')
const rounds = 21
const run = promisify(execFile)

async function* starts(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-cli-'))
  const sandbox = await createSandbox({ directory: join(folder, 'custody-mock') })
  const servers = await sandbox.listen({ port: 0 })
  const env = { ...process.env, XDG_STATE_HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }
  const { url } = servers.wire
  const call = ['call', 'addresses.available', 'symbol=BTC', '--demo', 'modern', '--url', url]
  const fetching = ['-e', `fetch('${url}').then((answer) => answer.text())`]
  try {
    yield figure('cli.help', await beyond([program, 'help'], ['-e', ''], env), 'ms', atMost(60))
    yield figure('cli.call', await beyond([program, ...call], fetching, env), 'ms', atMost(60))
    yield figure('cli.call.whole', await beyond([program, ...call], ['-e', ''], env), 'ms')
  } finally {
    await servers.close()
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds that one process takes longer than another: the median of pairs. */
async function beyond(
  args: readonly string[],
  bare: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const millisecondsOf = async (line: readonly string[]): Promise<number> => {
    const start = performance.now()
    await run(process.execPath, line, { env })
    return performance.now() - start
  }
  const differences: number[] = []
  // The first process writes the compile cache.
  await millisecondsOf(args)
  while (differences.length < rounds)
    differences.push((await millisecondsOf(args)) - (await millisecondsOf(bare)))
  return median(differences)
}

function* searches(): Generator<Figure> {
  const captures = grid()
  for (const { captured, keys } of captures.slice(0, 20)) detect(captured, keys)
  const times = captures.map(({ captured, keys }) => {
    const start = performance.now()
    detect(captured, keys)
    return performance.now() - start
  })
  yield figure('cli.detect', median(times), 'ms', below(50))
  yield figure('cli.detect.worst', Math.max(...times), 'ms', below(500))
}

async function* size(): AsyncGenerator<Figure> {
  await using stage = await staged()
  const project = newProject(stage)
  await succeeded(['npm', 'install', '@custody-wallet/cli'], project)
  yield figure('cli.size', weightOf(join(project.cwd, 'node_modules')).bytes / 1e6, 'MB', below(6))
}

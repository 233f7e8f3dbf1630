// Our files and functions that a piece of work runs.
import { Session } from 'node:inspector/promises'

/** The functions of one file that ran, by name. */
export interface FileRun {
  /** Package and path, such as `client/calls/fetch`. */
  readonly file: string
  readonly functions: readonly string[]
}

export interface PathLength {
  readonly files: number
  readonly functions: number
}

/** Lists what runs. Run the work once before, so that loading is not counted. */
export async function listRuns(work: () => Promise<unknown>): Promise<readonly FileRun[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await work()
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

/** Counts files and functions outside of some packages. */
export function countRuns(runs: readonly FileRun[], ignoredPackages: readonly string[]): PathLength {
  const counted = runs.filter(({ file }) => !ignoredPackages.includes(file.split('/')[0] ?? ''))
  return { files: counted.length, functions: counted.flatMap(({ functions }) => functions).length }
}

/** Prints the runs of each package, and their number. */
export function printRuns(title: string, runs: readonly FileRun[]): void {
  for (const { file, functions } of runs)
    console.log(`${file}: ${functions.map((name) => name || '(unnamed)').join(', ')}`)
  const packages = [...new Set(runs.map(({ file }) => file.split('/')[0] ?? ''))]
  const counts = packages.map((name) => {
    const { files, functions } = countRuns(
      runs,
      packages.filter((other) => other !== name),
    )
    return `${name} ${files} files with ${functions} functions`
  })
  console.log(`${title}: ${counts.join(', ')}\n`)
}

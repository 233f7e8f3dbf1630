// Versions of Node that the programs support, as in `engines`: the least minor version of each major version.
const least: ReadonlyMap<number, number> = new Map([
  [22, 20],
  [24, 5],
])

/** The error message of a program for an unsupported version of Node. */
export function checkNodeVersion(program: string, version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || minor >= (least.get(major) ?? Number.POSITIVE_INFINITY)) return undefined
  return `${program} needs Node 22.20 or newer in 22, 24.5 or newer in 24, or 26. This is ${version}. Install a newer version.`
}

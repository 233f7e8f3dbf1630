// The oldest supported minor version of each major version, as in `engines`.
const least: ReadonlyMap<number, number> = new Map([
  [22, 20],
  [24, 5],
])

/** Returns an error message for an unsupported version of Node. */
export function checkNodeVersion(program: string, version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || minor >= (least.get(major) ?? Number.POSITIVE_INFINITY)) return undefined
  return `${program} needs Node 22.20+, 24.5+ or 26, but this is Node ${version}. Install a supported version.`
}

// Versions of Node that this package needs, as its `engines` say: least minor version of each major one.
const least: ReadonlyMap<number, number> = new Map([
  [22, 20],
  [24, 5],
])

/** Why a version of Node cannot run the mock, if it cannot. */
export function nodeRefusal(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || minor >= (least.get(major) ?? Number.POSITIVE_INFINITY)) return undefined
  return `custody-mock needs Node 22.20 or newer in 22, 24.5 or newer in 24, or 26. This is ${version}.`
}

import { elsewhere, type Environment, rows } from './names.ts'

const prefix = 'CUSTODY_'
const names = rows.map(([name]) => name)

/** Refuses names of this family that nobody reads: a misspelt one would be a setting without effect. */
export function checkNames(env: Environment): void {
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith(prefix) && !names.includes(name) && !elsewhere.has(name),
  )
  if (unknown.length > 0) throw new TypeError(unknown.map(complaint).join(' '))
}

function complaint(name: string): string {
  const known = nearest(name)
  return `${name} is an environment variable that nobody reads${known === undefined ? '.' : `; did you mean ${known}?`}`
}

// A third of a name may be wrong; the beginning that all names share counts for nothing.
function nearest(name: string): string | undefined {
  const [best] = names
    .map((known) => ({ known, edits: editsBetween(name, known) }))
    .toSorted((one, other) => one.edits - other.edits)
  if (!best) return undefined
  const most = Math.max(2, Math.floor((best.known.length - prefix.length) / 3))
  return best.edits <= most ? best.known : undefined
}

/** How many characters to insert, drop or replace until one text is the other. */
function editsBetween(one: string, other: string): number {
  const first = Array.from({ length: other.length + 1 }, (_, index) => index)
  const last = Array.from(one).reduce((above, letter, row) => {
    const line = [row + 1]
    for (const [at, each] of Array.from(other).entries()) {
      const replaced = (above[at] ?? 0) + (each === letter ? 0 : 1)
      line.push(Math.min(replaced, (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1))
    }
    return line
  }, first)
  return last.at(-1) ?? 0
}

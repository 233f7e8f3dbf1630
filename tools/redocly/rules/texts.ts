/** Tells whether a name is written in kebab case. */
export const isKebab = (name: string): boolean => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)

/** Tells whether a text reads as a description does: it starts with a capital letter, without an article, and ends. */
export const isSentence = (text: string): boolean => /^(?!(?:The|A|An) )[A-Z`0-9][^]*\.$/.test(text)

/** The name that is spelt most like another. */
export const closest = (name: string, known: readonly string[]): string =>
  known.toSorted((a, b) => distance(name, a) - distance(name, b))[0] ?? name

// How many letters to add, to drop or to change until one word is the other.
function distance(from: string, to: string): number {
  const first = Array.from({ length: to.length + 1 }, (_, index) => index)
  const last = Array.from(from).reduce<readonly number[]>(
    (above, letter) => nextRow(above, letter, to),
    first,
  )
  return last[to.length] ?? 0
}

function nextRow(above: readonly number[], letter: string, to: string): readonly number[] {
  const row = [(above[0] ?? 0) + 1]
  for (const [index, other] of Array.from(to).entries()) {
    const changed = (above[index] ?? 0) + (letter === other ? 0 : 1)
    row.push(Math.min(changed, (above[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1))
  }
  return row
}

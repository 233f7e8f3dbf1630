/** The next step after an unknown name: the name that was meant, or all names where none is near. */
export function suggestion(given: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, distance: distanceOf(given.toLowerCase(), name.toLowerCase()) }))
    .toSorted((one, other) => one.distance - other.distance)
  if (nearest && nearest.distance <= Math.max(2, given.length / 3)) return `Did you mean ${nearest.name}?`
  return `Use one of ${names.join(', ')}.`
}

// Characters to insert, remove or replace.
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1]
    for (const [place, each] of [...other].entries())
      next.push(
        Math.min(
          (row[place] ?? 0) + (each === character ? 0 : 1),
          (row[place + 1] ?? 0) + 1,
          (next[place] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

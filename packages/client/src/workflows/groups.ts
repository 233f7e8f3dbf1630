/** Some entries of one kind. */
export type Group<T> = readonly [T, ...T[]]

/** Puts entries together that have the same key; those without one stay out. Groups come in the order of their firsts. */
export function groupsOf<T, Key>(
  entries: Iterable<T>,
  keyOf: (entry: T) => Key | undefined,
): ReadonlyMap<Key, Group<T>> {
  const groups = new Map<Key, [T, ...T[]]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return groups
}

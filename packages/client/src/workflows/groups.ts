/** One or more entries with the same key. */
export type Group<T> = readonly [T, ...T[]]

/** Groups entries by key, in the order of first occurrence. Entries without a key are left out. */
export function groupBy<T, Key>(
  entries: Iterable<T>,
  getKey: (entry: T) => Key | undefined,
): ReadonlyMap<Key, Group<T>> {
  const groups = new Map<Key, [T, ...T[]]>()
  for (const entry of entries) {
    const key = getKey(entry)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return groups
}

/**
 * Parameters as they are at the moment of the call. A call may wait for its turn, and a caller may fill one object
 * again and again; what is checked has to be what is sent, so that inherited members count for nothing. No call takes
 * anything deeper than three levels, and what holds itself has no end.
 */
export function snapshotOf(given: unknown, depth = 3): unknown {
  if (typeof given !== 'object' || !given || !depth) return given
  if (Array.isArray(given)) return given.map((entry: unknown) => snapshotOf(entry, depth - 1))
  const members = Object.entries(given)
  return Object.fromEntries(members.map(([name, value]) => [name, snapshotOf(value, depth - 1)]))
}

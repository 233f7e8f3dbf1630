const last = new Map<string, Promise<void>>()

/** Starts work on a path when all earlier work on it in this process has ended, however it ended. */
export function inTurn(path: string, work: () => Promise<void>): Promise<void> {
  const turn = after(last.get(path), work)
  last.set(path, turn)
  return turn.finally(() => {
    if (last.get(path) === turn) last.delete(path)
  })
}

async function after(earlier: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
  await earlier?.catch(() => undefined)
  await work()
}

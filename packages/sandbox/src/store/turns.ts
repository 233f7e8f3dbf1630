/** Runs work of the same name one by one. Failed work does not stop the next. */
export type RunInTurn = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

export function createTurns(): RunInTurn {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const turnPromise = (last.get(name) ?? Promise.resolve()).then(work)
    const endedTurn: Promise<unknown> = turnPromise
      .catch(() => undefined)
      .finally(() => {
        if (last.get(name) === endedTurn) last.delete(name)
      })
    last.set(name, endedTurn)
    return turnPromise
  }
}

/**
 * Runs work once for all callers that wait. A call during a run waits for the next run, because the current one may
 * have missed the caller's change.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | undefined
  let nextRun: Promise<void> | undefined
  const start = (): Promise<void> => {
    nextRun = undefined
    currentRun = work().finally(() => (currentRun = undefined))
    return currentRun
  }
  return () => {
    if (!currentRun) return start()
    nextRun ??= currentRun.then(start, start)
    return nextRun
  }
}

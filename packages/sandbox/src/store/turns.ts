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

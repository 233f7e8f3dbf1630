/** Runs work of one name one after the other. Work that fails does not stop the next one. */
export type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

export function turnsOf(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work)
    const ended: Promise<unknown> = turn
      .catch(() => undefined)
      .finally(() => {
        if (last.get(name) === ended) last.delete(name)
      })
    last.set(name, ended)
    return turn
  }
}

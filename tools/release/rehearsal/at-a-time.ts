/** Runs tasks in order, only so many at a time. After a failure it begins nothing new, and waits for what is under way. */
export async function atATime<Done>(
  most: number,
  tasks: readonly (() => Promise<Done>)[],
): Promise<readonly Done[]> {
  const done: Done[] = []
  const waiting = [...tasks.entries()]
  const worker = async (): Promise<void> => {
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) done[next[0]] = await next[1]()
    } finally {
      waiting.length = 0
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: most }, worker))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return done
}

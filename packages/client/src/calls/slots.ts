/** Lets so many calls work at a time, and so many wait, in the order in which they came. */
export interface Slots {
  /** Takes a place: at once, later, or, if too many wait already, not at all. */
  take(): Promise<void> | undefined | 'full'
  /** Leaves the line, or gives the place back that was given meanwhile. */
  leave(turn: Promise<void>): void
  /** Gives a place to the next in line. */
  free(): void
}

/** Makes places for calls. */
export function slotsOf(places: number, waiting: number): Slots {
  let taken = 0
  const line = new Map<Promise<void>, () => void>()
  function free(): void {
    const [next] = line
    if (!next) {
      taken -= 1
      return
    }
    const [turn, enter] = next
    line.delete(turn)
    enter()
  }
  return {
    take() {
      if (taken < places) {
        taken += 1
        return undefined
      }
      if (line.size >= waiting) return 'full'
      let enter: () => void = () => undefined
      const turn = new Promise<void>((resolve) => {
        enter = resolve
      })
      line.set(turn, enter)
      return turn
    },
    leave(turn) {
      if (!line.delete(turn)) free()
    },
    free,
  }
}

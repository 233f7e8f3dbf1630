/** Entries that wait in one line for each merchant. Merchants take turns; within a line the first to come goes first. */
export class Lines<Entry> {
  // The merchant whose turn it is comes first.
  readonly #lines = new Map<string, Set<Entry>>()

  add(merchant: string, entry: Entry): void {
    const line = this.#lines.get(merchant) ?? new Set()
    this.#lines.set(merchant, line.add(entry))
  }

  has(merchant: string, entry: Entry): boolean {
    return this.#lines.get(merchant)?.has(entry) ?? false
  }

  /** Takes an entry out of its line; `false` where it does not wait any more. */
  delete(merchant: string, entry: Entry): boolean {
    const line = this.#lines.get(merchant)
    if (!line?.delete(entry)) return false
    if (line.size === 0) this.#lines.delete(merchant)
    return true
  }

  /** Takes out the first entry of the first merchant that may go, and moves that merchant behind the others. */
  next(mayGo: (merchant: string) => boolean = () => true): Entry | undefined {
    for (const [merchant, line] of this.#lines) {
      const [entry] = line
      if (entry === undefined || !mayGo(merchant)) continue
      this.#lines.delete(merchant)
      line.delete(entry)
      if (line.size > 0) this.#lines.set(merchant, line)
      return entry
    }
    return undefined
  }

  lengthOf(merchant: string): number {
    return this.#lines.get(merchant)?.size ?? 0
  }

  get length(): number {
    return this.#sizes().reduce((total, size) => total + size, 0)
  }

  /** The last entry of the longest line, if that line is longer than a given one. */
  lastBeyond(length: number): Entry | undefined {
    const longest = Math.max(length, ...this.#sizes())
    if (longest === length) return undefined
    const line = [...this.#lines.values()].find(({ size }) => size === longest)
    return line && [...line].at(-1)
  }

  #sizes(): readonly number[] {
    return [...this.#lines.values()].map(({ size }) => size)
  }
}

import { Rejection } from '../errors.ts'

/** A text and how far it has been read. It never goes back, so reading takes time in proportion to the text. */
export class Cursor {
  readonly text: string
  #at = 0

  constructor(text: string) {
    this.text = text
  }

  /** The next character behind white space, which is left to be taken; empty at the end. */
  peek(): string {
    while (isSpace(this.text.charCodeAt(this.#at))) this.#at += 1
    return this.text.charAt(this.#at)
  }

  /** Takes the very next character, which must be among the given ones. */
  take(among: string): string {
    const found = this.text.charAt(this.#at)
    if (found === '' || !among.includes(found)) throw new Rejection('json')
    this.#at += 1
    return found
  }

  /** Takes the next character behind white space, which must be among the given ones. */
  takeNext(among: string): string {
    this.peek()
    return this.take(among)
  }

  /** Takes as many characters as fit. */
  takeWhile(fits: (code: number) => boolean): string {
    const start = this.#at
    while (fits(this.text.charCodeAt(this.#at))) this.#at += 1
    return this.text.slice(start, this.#at)
  }

  /** Takes a number of characters, or what is left of them. */
  takeCount(count: number): string {
    this.#at += count
    return this.text.slice(this.#at - count, this.#at)
  }
}

const space = 0x20
const spaces: ReadonlySet<number> = new Set([space, 0x09, 0x0a, 0x0d])

// Most characters are no white space at all and lie above it. The end of the text is not a number.
const isSpace = (code: number): boolean => code <= space && spaces.has(code)

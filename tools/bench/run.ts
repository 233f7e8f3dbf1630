import { type Figure, line, meets, type Suite, verdict } from './figure.ts'

/** Prints a line for each figure of a suite and the verdict; resolves with the exit code. */
export async function run(name: string, suite: Suite): Promise<number> {
  const figures: Figure[] = []
  try {
    for await (const figure of suite.figures()) {
      figures.push(figure)
      console.log(line(figure))
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`${name} cannot be measured to its end: ${reason}`)
    return 1
  }
  console.log(verdict(figures))
  return figures.every(meets) ? 0 : 1
}

import { ReleaseError } from './failure.ts'
import { root } from './root.ts'

const wrongOption = /^ERR_PARSE_ARGS_/

/** Runs a program on this repository. A ReleaseError becomes its message and the status 1. */
export async function runProgram(main: (root: string, report: (line: string) => void) => Promise<void>): Promise<void> {
  try {
    await main(root, (line) => console.log(line))
  } catch (error) {
    const isExpected = error instanceof ReleaseError || wrongOption.test(getErrorCode(error))
    if (!isExpected) throw error
    console.error((error as Error).message)
    process.exitCode = error instanceof ReleaseError ? 1 : 2
  }
}

const getErrorCode = (error: unknown): string => String((error as { code?: unknown }).code)

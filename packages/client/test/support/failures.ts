import { CustodyError } from '../../src/index.ts'

/** Catches the typed error of a call, and fails on any other outcome. */
export async function catchFailure(call: Promise<unknown>): Promise<CustodyError> {
  try {
    await call
  } catch (error) {
    if (error instanceof CustodyError) return error
    throw error
  }
  throw new TypeError('It succeeded.')
}

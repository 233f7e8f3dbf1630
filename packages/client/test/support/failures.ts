import { CustodyError } from '../../src/index.ts'

/** The typed error that a call ends with; fails where it ends otherwise. */
export async function catchFailure(call: Promise<unknown>): Promise<CustodyError> {
  try {
    await call
  } catch (error) {
    if (error instanceof CustodyError) return error
    throw error
  }
  throw new TypeError('It succeeded.')
}

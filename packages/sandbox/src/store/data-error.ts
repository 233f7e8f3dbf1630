/** The data file or snapshot cannot be used, and is unchanged. */
export class DataError extends Error {
  override readonly name: string = 'DataError'
}

/** A contract that does not bundle, with what Redocly says about it. */
export class BundleError extends Error {
  override name = 'BundleError'

  static of(cause: unknown): BundleError {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause)
    return new BundleError(once(said), { cause })
  }
}

// Redocly says of each view the same about the contract that they share.
function once(said: string): string {
  const views = said.split(/^bundling .*\n/m).filter((part) => !part.includes('Created a bundle'))
  return [...new Set(views.map((part) => part.trim()))].join('\n').trim()
}

/** What to print when the files cannot be made; other errors are faults of the generators and keep their stack. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof BundleError)
    return `${error.message}\n\nThe contract does not bundle; mend what Redocly says above.`
  return error instanceof TypeError ? `codegen: ${error.message}` : undefined
}

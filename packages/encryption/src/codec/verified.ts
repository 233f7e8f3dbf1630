import { decodeUtf8 } from '../bytes/encodings.ts'
import { readJson } from '../json/reader.ts'
import type { JsonValue } from '../json/value.ts'
import type { Context, Suite, SuiteOptions } from '../suite.ts'

declare const verified: unique symbol

/**
 * Plaintext whose sender is proven. Content is read from nothing else, so "use before verify" does not compile, and
 * nothing but the two functions below makes it.
 */
export type Verified = Uint8Array<ArrayBuffer> & { readonly [verified]: true }

/** Opens a sealed query, which proves its sender by itself. */
export async function verifiedQuery(
  suite: Suite,
  data: string,
  context: Omit<Context, 'time'>,
  options: SuiteOptions,
): Promise<{ readonly plaintext: Verified; readonly time: string | undefined }> {
  const { plaintext, time } = await suite.query.open(data, context, options)
  markVerified(plaintext)
  return { plaintext, time }
}

/** Opens the content of an envelope and verifies its signature. The signature covers the plaintext, so it comes last. */
export async function verifiedEnvelope(
  suite: Suite,
  { data, sign }: { readonly data: string; readonly sign: string },
  context: Context,
  options: SuiteOptions,
): Promise<Verified> {
  const plaintext = await suite.envelope.open(data, options)
  await suite.envelope.verify(plaintext, sign, context, options)
  markVerified(plaintext)
  return plaintext
}

/** The content of a verified plaintext, read strictly and with its number lexemes. */
export const contentOf = (plaintext: Verified): JsonValue => readJson(decodeUtf8(plaintext))

// The brand exists for the compiler alone; both callers have thrown if the plaintext does not deserve it.
function markVerified(_plaintext: Uint8Array<ArrayBuffer>): asserts _plaintext is Verified {}

import { decodeUtf8 } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import { readJson, type JsonValue } from '../json/reader.ts'
import type { Context, Suite, SuiteOptions } from '../suite.ts'

declare const verifiedBrand: unique symbol

/**
 * Plaintext whose sender is proven. Content is read only from this type, and only the two functions below create it, so
 * code that uses unverified content does not compile.
 */
export type VerifiedPlaintext = Uint8Array<ArrayBuffer> & { readonly [verifiedBrand]: true }

/** Opens a sealed query. The seal itself proves its sender. */
export async function decryptQuery(
  suite: Suite,
  data: string,
  context: Omit<Context, 'time'>,
  options: SuiteOptions,
): Promise<{ readonly plaintext: VerifiedPlaintext; readonly time: string | undefined }> {
  const { plaintext, time } = await suite.query.open(data, context, options)
  markVerified(plaintext)
  return { plaintext, time }
}

/** Decrypts an envelope, then verifies its signature over the plaintext. */
export async function decryptEnvelope(
  suite: Suite,
  { data, sign }: { readonly data: string; readonly sign: string },
  context: Context,
  options: SuiteOptions,
): Promise<VerifiedPlaintext> {
  const { envelope } = suite
  const plaintexts = (await envelope.openEach?.(data, options)) ?? [await envelope.open(data, options)]
  // Verifies each plaintext, even after a success, so that the time does not show which key fits.
  const outcomes = await Promise.allSettled(
    plaintexts.map((plaintext) => envelope.verify(plaintext, sign, context, options)),
  )
  const plaintext = plaintexts[outcomes.findIndex(({ status }) => status === 'fulfilled')]
  if (plaintext !== undefined) {
    markVerified(plaintext)
    return plaintext
  }
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  throw failure?.reason ?? new Rejection('key')
}

/** Parses a verified plaintext, and keeps the text of its numbers. */
export const parseContent = (plaintext: VerifiedPlaintext): JsonValue => readJson(decodeUtf8(plaintext))

// The brand exists only for the compiler. Both callers throw before this if the plaintext is not verified.
function markVerified(_plaintext: Uint8Array<ArrayBuffer>): asserts _plaintext is VerifiedPlaintext {}

// Keys that are given as arguments by mistake.
import { createMisuse } from '@custody-wallet/server/cli'

const looksLikeKey = /-----BEGIN |"kty"\s*:|[\w+/-]{200}/

/** Rejects keys among the arguments, before a message about a missing file repeats them. */
export function rejectKeys(args: readonly string[]): void {
  if (args.some((arg) => looksLikeKey.test(arg)))
    throw createMisuse(
      'An argument contains a key, or a text as long as one. Give the name of a file, not a key: every user of a machine can read arguments.',
    )
}

import { createMisuse } from '@custody-wallet/demo/cli'

const looksLikeKey = /-----BEGIN |"kty"\s*:|[\w+/-]{200}/

/** Rejects arguments that look like keys, before a message about a missing file repeats them. */
export function rejectKeys(args: readonly string[]): void {
  if (args.some((arg) => looksLikeKey.test(arg)))
    throw createMisuse(
      'An argument looks like a key. Give the name of a file, not a key: every user of a machine can read arguments.',
    )
}

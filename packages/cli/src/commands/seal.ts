import { createMisuse, quoteForShell } from '@custody-wallet/demo/cli'
import { createExchange } from '@custody-wallet/encryption/internal'

import { parseCall } from '../calls.ts'
import type { Run } from '../commands.ts'
import { createLocalParty } from '../party.ts'
import { runWithUsageErrors, readSettings } from '../settings.ts'

/** Seals a call and prints the HTTP request, without sending it. */
export const run: Run<'seal'> = async (line, screen) => {
  const {
    operation: { id, name },
    parameters,
  } = parseCall(line.positionals)
  if (line.has('curl') && line.has('json')) throw createMisuse('--curl and --json exclude each other: remove one.')
  if (id === 'getToken')
    throw createMisuse(`${name} is not encrypted: its credential is a header. Make it with custody call.`)
  const [{ party }, { urls }] = [await createLocalParty(line, screen), await readSettings(line, screen)]
  const exchange = await runWithUsageErrors(() => createExchange(party, { urls }))({ operation: id, parameters })
  const { method, url, headers, body } = exchange
  if (line.has('json')) screen.value({ method, url, headers, ...(body !== undefined && { body }) })
  else screen.print(formatCurl(url, { headers, body }))
}

function formatCurl(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined },
): string {
  const lines = [
    `curl ${quoteForShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    // Not quoteJsonForShell, whose escapes would change the bytes of the body.
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

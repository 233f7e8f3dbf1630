// Calls of the samples: what the tests let each language seal and open.
import type { Sample } from './toolchains.ts'

/** Arguments of the calls that every sample has. */
interface CallArguments {
  readonly sealQuery: { readonly path: string; readonly content: string }
  readonly openQuery: { readonly path: string; readonly data: string }
  readonly sealQueryAnswer: { readonly content: string }
  readonly openQueryAnswer: { readonly body: string }
  readonly sealRequest: { readonly path: string; readonly time: string; readonly content: string }
  readonly openRequest: { readonly path: string; readonly body: string }
  readonly sealAnswer: {
    readonly path: string
    readonly request: string
    readonly code: string
    readonly msg: string
    readonly content: string
  }
  readonly openAnswer: { readonly path: string; readonly request: string; readonly body: string }
}
type CallName = keyof CallArguments

/** One call by one party. */
export type Case = {
  readonly [Name in CallName]: CallArguments[Name] & { readonly party: string; readonly call: Name }
}[CallName]

/** Both pairs of a party, or the halves that another party has of them. */
export interface KeyText {
  readonly kid: string
  readonly pem: string
}

/** A party as a sample creates it. */
export interface PartyText {
  readonly profile: 'modern' | 'classic'
  readonly appId: string
  readonly own: string
  readonly peer: string
  readonly keys: Readonly<Record<'ownEncryption' | 'ownSignature' | 'peerEncryption' | 'peerSignature', KeyText>>
}

/** What a call returned: the texts of its result, or `null` if it rejected the message. */
export type Result = readonly string[] | null

/** Runs calls in one process of the sample, in order. Where there is no call, there is no result. */
export async function runCases(
  sample: Sample,
  parties: Readonly<Record<string, PartyText>>,
  cases: readonly (Case | undefined)[],
): Promise<readonly (Result | undefined)[]> {
  const definedCases = cases.filter((one) => one !== undefined)
  // Loading a private key takes some languages longer than opening a message.
  const usedParties = Object.fromEntries(definedCases.map(({ party }) => [party, parties[party]]))
  const input = JSON.stringify({ parties: usedParties, cases: definedCases })
  const outputs: readonly Result[] = JSON.parse(await sample.run('run', input))
  if (outputs.length !== definedCases.length)
    throw new Error(`${definedCases.length} calls returned ${outputs.length} results.`)
  const next = outputs.values()
  return cases.map((one) => one && next.next().value)
}

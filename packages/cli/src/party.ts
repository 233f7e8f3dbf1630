import { Failure, createMisuse } from '@custody-wallet/demo/cli'
import type { Party, PartyOptions, RejectionReason } from '@custody-wallet/encryption'
import { describeRejection } from '@custody-wallet/encryption/internal'

import type { Screen } from './screen.ts'
import { type ServiceLine, readSettings } from './settings.ts'

export interface LocalParty {
  readonly party: Party
  /** Base address of a family at the service. */
  readonly getAddress: (family: 'mpc' | 'v1' | 'v2') => string
  /** Runs a step. If it rejects a message, throws a `Failure` with the reason. */
  readonly explainErrors: <Result>(step: () => Promise<Result>) => Promise<Result>
}

/** Creates the party of the settings, or with `side` the platform of a demo merchant. */
export async function createLocalParty(
  line: ServiceLine,
  screen: Pick<Screen, 'env'>,
  side: string = 'merchant',
): Promise<LocalParty> {
  let reason: RejectionReason | undefined
  const options: PartyOptions = {
    onRejected: (report) => {
      ;({ reason } = report)
    },
  }
  const { profile, urls } = await readSettings(line, screen)
  const party = await createSide(side, { line, screen, profile, options })
  return {
    party,
    getAddress: (family) => (family === 'v1' ? urls.v1 : urls.base).replace(/\/$/, ''),
    async explainErrors(step) {
      try {
        return await step()
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENVELOPE_REJECTED')) throw error
        throw new Failure(
          `The message is ${reason === undefined ? 'rejected: it does not have the form of this call.' : describeRejection(reason)} Run custody detect to find the settings that fit.`,
        )
      }
    },
  }
}

interface SideOptions {
  readonly line: ServiceLine
  readonly screen: Pick<Screen, 'env'>
  readonly profile: Party['profile']
  readonly options: PartyOptions
}

async function createSide(side: string, { line, screen, profile, options }: SideOptions): Promise<Party> {
  if (side === 'merchant') return (await import('@custody-wallet/encryption')).createParty(profile, options)
  const demo = line.text('demo')
  if (side !== 'platform' || demo === undefined)
    throw createMisuse(
      '--as must be merchant, or platform with --demo: only demo merchants have the keys of both sides.',
    )
  const { loadDemoKeys, merchantNames, createDemoParty, getStateDirectory } = await import('@custody-wallet/demo')
  const name = merchantNames.find((each) => demo.endsWith(each)) ?? 'modern'
  return createDemoParty(name, loadDemoKeys(getStateDirectory(screen.env))[name], 'platform', options)
}

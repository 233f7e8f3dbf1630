import { hash, randomBytes } from 'node:crypto'

import { createParty } from '../create.ts'
import type { Party } from '../party.ts'

/** Parties that work for unknown merchants. */
export interface Decoys {
  /** Takes the profile of a known merchant for a decoy, where its suite has none yet. */
  readonly learn: (party: Party) => void
  /** The decoy of an unknown merchant: always the same one. */
  readonly find: (appId: string) => Party | undefined
}

/** The given decoys, or those of the merchants that were met. */
export function decoysOf(given: readonly Party[] | false | undefined): Decoys {
  const parties = new Map((given || []).map((party, at) => [String(at), withoutHooks(party)]))
  const salt = randomBytes(16).toString('hex')
  return {
    learn: (party) => {
      const { id, inProcess } = party.profile.suite
      // A key service would be paid for strangers.
      if (given === undefined && inProcess === true && !parties.has(id)) parties.set(id, withoutHooks(party))
    },
    // With several suites, an unknown merchant always looks like one of the same suite. The salt hides which.
    find: (appId) => {
      const all = [...parties.values()]
      const [first = 0] = all.length > 1 ? hash('sha256', salt + appId, 'buffer') : []
      return all[first % all.length]
    },
  }
}

const withoutHooks = ({ profile }: Party): Party => createParty(profile)

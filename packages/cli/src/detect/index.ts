// The envelope detective: which settings fit a captured message. It works offline, without a clock, and changes nothing.
// Only the command imports it. Code that serves requests never does: its responses would open messages for an attacker.
import { findMessages } from './capture/index.ts'
import { type DetectKey, listHalves, type KeyHalf } from './keys.ts'
import { type FoundProfile, type NoProfile, buildProfiles } from './profile.ts'
import { type Finding, investigate, listSettings } from './search.ts'
import { type UsedKey, describeKey } from './settings.ts'

export { type DetectKey, readDetectKey } from './keys.ts'
export type { ComparedBytes } from './compared.ts'
export type { Finding } from './search.ts'

export interface DetectOptions {
  /** The `app_id`, if the capture does not show it: some senders sign it. */
  readonly appId?: string | undefined
}

/** What was found in a capture. It is plain data, and contains names of keys, but no secret. */
export interface Report {
  readonly findings: readonly Finding[]
  /** Profiles that support the settings, or the reasons why there is none. */
  readonly profiles: readonly (FoundProfile | NoProfile)[]
  readonly keys: readonly UsedKey[]
  /** Messages of the capture that were not searched, because it has very many. */
  readonly left: number
}

/** Searching a message takes some milliseconds, and more messages show nothing new. */
const mostMessages = 1000

/** Finds the settings of each message in a capture, as far as the keys allow. */
export function detect(capture: string, keys: readonly DetectKey[], { appId }: DetectOptions = {}): Report {
  const halves = listHalves(keys)
  const known = appId === undefined ? {} : { appId }
  const messages = findMessages(capture)
  const findings = messages
    .slice(0, mostMessages)
    .map((message) => investigate({ ...known, ...message }, halves))
  return {
    findings,
    profiles: buildProfiles(findings.flatMap(listSettings)),
    keys: listKeys(halves),
    left: messages.length - findings.length,
  }
}

const listKeys = (halves: readonly KeyHalf[]): readonly UsedKey[] =>
  halves
    .filter(
      ({ half, name }) =>
        half === 'private' || !halves.some((each) => each.name === name && each.half !== half),
    )
    .map(describeKey)

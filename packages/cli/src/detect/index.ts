// Only the command imports this folder. Code that serves requests must not: its responses would decrypt messages for an
// attacker.
import { findMessages } from './capture/index.ts'
import { type DetectKey, listHalves, type KeyHalf } from './keys.ts'
import { type FoundProfile, type NoProfile, buildProfiles } from './profile.ts'
import { type Finding, investigate, listSettings } from './search.ts'
import { type UsedKey, describeKey } from './settings.ts'

export { type DetectKey, readDetectKey } from './keys.ts'
export type { ComparedBytes } from './compared.ts'
export type { Finding } from './search.ts'

export interface DetectOptions {
  /** The `app_id`, if the capture does not contain it. Some senders sign it. */
  readonly appId?: string | undefined
}

/** The findings in a capture, without secrets. */
export interface Report {
  readonly findings: readonly Finding[]
  /** Profiles that support the settings, or the reasons against them. */
  readonly profiles: readonly (FoundProfile | NoProfile)[]
  readonly keys: readonly UsedKey[]
  /** Number of messages beyond the limit, which were not searched. */
  readonly left: number
}

/** Limit of messages to search. Each takes some milliseconds, and more of them show nothing new. */
const mostMessages = 1000

/** Finds the settings of each message in a capture. */
export function detect(capture: string, keys: readonly DetectKey[], { appId }: DetectOptions = {}): Report {
  const halves = listHalves(keys)
  const known = appId === undefined ? {} : { appId }
  const messages = findMessages(capture)
  const findings = messages.slice(0, mostMessages).map((message) => investigate({ ...known, ...message }, halves))
  return {
    findings,
    profiles: buildProfiles(findings.flatMap(listSettings)),
    keys: listKeys(halves),
    left: messages.length - findings.length,
  }
}

const listKeys = (halves: readonly KeyHalf[]): readonly UsedKey[] =>
  halves
    .filter(({ half, name }) => half === 'private' || !halves.some((each) => each.name === name && each.half !== half))
    .map(describeKey)

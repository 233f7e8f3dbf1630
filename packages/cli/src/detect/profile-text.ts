// A profile as TypeScript to paste.
import type { ClassicOptions } from '@custody-wallet/encryption/classic'

import { wrapped } from '../help.ts'
import { printable } from '../screen.ts'
import type { FoundProfile, NoProfile } from './profile.ts'

/** The lines of a profile to paste, or the settings that no profile supports. */
export function profileText(profile: FoundProfile | NoProfile, appId: string | undefined): readonly string[] {
  if (profile.name === null)
    return [
      'No profile supports this:',
      ...profile.reasons.flatMap((reason) =>
        wrapped(printable(reason), 76).map((line, at) => `  ${at === 0 ? '-' : ' '} ${line}`),
      ),
    ]
  return ['Profile to paste:', '', ...codeOf(profile, appId), ...notesOf(profile)]
}

const notesOf = ({ notes }: FoundProfile): readonly string[] =>
  notes.length === 0 ? [] : ['', ...notes.flatMap((note) => wrapped(printable(note)))]

const codeOf = (profile: FoundProfile, appId: string | undefined): readonly string[] =>
  profile.name === 'classic' ? classicCode(profile, appId) : modernCode(profile, appId)

const isName = (text: string | undefined): text is string =>
  text !== undefined && /^[\w.:-]{1,40}$/.test(text)

const appLine = (appId: string | undefined): string => `  appId: '${isName(appId) ? appId : 'your app_id'}',`

const placeholders = { own: 'your party id', peer: 'id of the other party' } as const

// Our own examples have names of parties, which would look like facts here.
function partyLines(own: string | undefined, peer: string | undefined): readonly string[] {
  const unknown = own === undefined ? placeholders.own : placeholders.peer
  const what =
    (own ?? peer) === undefined
      ? 'both ids: the message does not show them.'
      : `'${unknown}': the message does not show it.`
  return [
    `  // Replace ${what}`,
    `  party: { own: '${own ?? placeholders.own}', peer: '${peer ?? placeholders.peer}' },`,
  ]
}

function classicCode(
  { dialect, openBits, seconds }: Extract<FoundProfile, { name: 'classic' }>,
  appId: string | undefined,
): readonly string[] {
  const parts = (['query', 'envelope', 'signature'] as const).flatMap(
    (name) => partLine(name, dialect[name]) ?? [],
  )
  return [
    "import { classic, deployed } from '@custody-wallet/encryption/classic'",
    '',
    'export const profile = classic({',
    appLine(appId),
    ...partyLines(undefined, undefined),
    '  // PEM, JWK, KeyObject, or base64 of DER',
    '  keys: {',
    '    own: { encryption: ownKey, signature: ownKey },',
    '    peer: { encryption: peerKey, signature: peerKey },',
    '  },',
    '  allowSameKey: true, // remove it if each party has two pairs',
    '  dialect: {',
    '    ...deployed,',
    ...parts,
    '  },',
    ...(openBits === undefined ? [] : [`  openBits: ${openBits}, // such keys only open old messages`]),
    ...(seconds ? ["  time: { unit: 'seconds', reading: 'either' },"] : []),
    '})',
  ]
}

function partLine(name: keyof ClassicOptions, part: object | undefined): string | undefined {
  if (part === undefined) return undefined
  const members = Object.entries(part).map(([member, value]) => `${member}: ${literal(value)}`)
  return `    ${name}: { ${members.join(', ')} },`
}

const literal = (value: unknown): string => (typeof value === 'number' ? String(value) : `'${String(value)}'`)

function modernCode(
  { audience }: Extract<FoundProfile, { name: 'modern' }>,
  appId: string | undefined,
): readonly string[] {
  // The receiver's id is in the message, so the key that opened it tells whose id that is.
  const named = isName(audience?.id) ? audience.id : undefined
  const [own, peer] = audience?.isOwn ? [named, undefined] : [undefined, named]
  return [
    "import { modern } from '@custody-wallet/encryption/modern'",
    '',
    'export const profile = modern({',
    appLine(appId),
    ...partyLines(own, peer),
    '  // PEM, JWK, KeyObject, or base64 of DER',
    '  keys: {',
    '    own: { encryption: ownEncryptionKey, signature: ownSignatureKey },',
    '    peer: { encryption: peerEncryptionKey, signature: peerSignatureKey },',
    '  },',
    '})',
  ]
}

import type { ClassicDialect } from '@custody-wallet/encryption/classic'

import { wrapText } from '../help.ts'
import { escapeControls } from '../screen.ts'
import type { FoundProfile, NoProfile } from './profile.ts'

/** Formats a profile to paste, or the settings that no profile supports. */
export function formatProfile(profile: FoundProfile | NoProfile, appId: string | undefined): readonly string[] {
  if (profile.name === null)
    return [
      'No profile supports this:',
      ...profile.reasons.flatMap((reason) =>
        wrapText(escapeControls(reason), 76).map((line, at) => `  ${at === 0 ? '-' : ' '} ${line}`),
      ),
    ]
  return ['Profile to paste:', '', ...formatCode(profile, appId), ...formatNotes(profile)]
}

const formatNotes = ({ notes }: FoundProfile): readonly string[] =>
  notes.length === 0 ? [] : ['', ...notes.flatMap((note) => wrapText(escapeControls(note)))]

const formatCode = (profile: FoundProfile, appId: string | undefined): readonly string[] =>
  profile.name === 'classic' ? formatClassic(profile, appId) : formatModern(profile, appId)

const isName = (text: string | undefined): text is string => text !== undefined && /^[\w.:-]{1,40}$/.test(text)

const formatAppLine = (appId: string | undefined): string => `  appId: '${isName(appId) ? appId : 'your app_id'}',`

const placeholders = { own: 'your party id', peer: 'id of the other party' } as const

// Placeholders, because names from examples would look like facts of the capture.
function formatPartyLines(own: string | undefined, peer: string | undefined): readonly string[] {
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

function formatClassic(
  { dialect, openBits, seconds }: Extract<FoundProfile, { name: 'classic' }>,
  appId: string | undefined,
): readonly string[] {
  const parts = (['query', 'envelope', 'signature'] as const).flatMap((name) => formatPart(name, dialect[name]) ?? [])
  return [
    "import { classic, deployedOptions } from '@custody-wallet/encryption/classic'",
    '',
    'export const profile = classic({',
    formatAppLine(appId),
    ...formatPartyLines(undefined, undefined),
    '  // PEM, JWK, KeyObject, or base64 of DER',
    '  keys: {',
    '    own: { encryption: ownKey, signature: ownKey },',
    '    peer: { encryption: peerKey, signature: peerKey },',
    '  },',
    '  allowSameKey: true, // remove it if each party has two pairs',
    '  dialect: {',
    '    ...deployedOptions,',
    ...parts,
    '  },',
    ...(openBits === undefined ? [] : [`  openBits: ${openBits}, // keys of this size only open old messages`]),
    ...(seconds ? ["  time: { unit: 'seconds', reading: 'either' },"] : []),
    '})',
  ]
}

function formatPart(name: keyof ClassicDialect, part: object | undefined): string | undefined {
  if (part === undefined) return undefined
  const fields = Object.entries(part).map(([field, value]) => `${field}: ${formatLiteral(value)}`)
  return `    ${name}: { ${fields.join(', ')} },`
}

const formatLiteral = (value: unknown): string => (typeof value === 'number' ? String(value) : `'${String(value)}'`)

function formatModern(
  { audience }: Extract<FoundProfile, { name: 'modern' }>,
  appId: string | undefined,
): readonly string[] {
  // The message contains the receiver's id, and the key that opened it shows who that is.
  const audienceId = isName(audience?.id) ? audience.id : undefined
  const [own, peer] = audience?.isOwn ? [audienceId, undefined] : [undefined, audienceId]
  return [
    "import { modern } from '@custody-wallet/encryption/modern'",
    '',
    'export const profile = modern({',
    formatAppLine(appId),
    ...formatPartyLines(own, peer),
    '  // PEM, JWK, KeyObject, or base64 of DER',
    '  keys: {',
    '    own: { encryption: ownEncryptionKey, signature: ownSignatureKey },',
    '    peer: { encryption: peerEncryptionKey, signature: peerSignatureKey },',
    '  },',
    '})',
  ]
}

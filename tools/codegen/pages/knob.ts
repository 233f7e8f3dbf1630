// How to change an open point, as a program of its own.
import type { OpenPoint } from '../../redocly/document.ts'

const file = './profile.mts'
const suites = '@custody-wallet/encryption/classic'

/** Where the names come from that the other value of a knob may use. */
const sources: Readonly<Record<string, string>> = {
  classic: suites,
  deployed: suites,
  oaepEnvelopes: suites,
  generateKeys: '@custody-wallet/encryption/keys',
  options: file,
}

/** The profile that the programs below start from. */
export const ownProfile = `\`\`\`ts
// profile.mts
import { classic } from '@custody-wallet/encryption/classic'
import { generateKeys } from '@custody-wallet/encryption/keys'

export const options = {
  appId: 'demo-shop',
  party: { own: 'shop', peer: 'platform' },
  keys: { own: generateKeys({ bits: 2048 }), peer: generateKeys({ bits: 2048 }) },
}
export const profile = classic(options)
\`\`\``

/** A program that sets a knob to its other value, as Markdown; a sentence where there is no knob. */
export function knobProgram({ knob, other = '' }: Pick<OpenPoint, 'knob' | 'other'>): string {
  if (knob === undefined) return 'This cannot be changed yet.'
  const party = `export const party = createParty({ ...profile, ${settingOf(knob.split('.'), other)} })`
  return ['```ts', ...importsOf(other), '', party, '```'].join('\n')
}

function settingOf([name = '', ...rest]: readonly string[], other: string, place = 'profile'): string {
  const own = `${place}.${name}`
  return rest.length === 0 ? `${name}: ${other}` : `${name}: { ...${own}, ${settingOf(rest, other, own)} }`
}

function importsOf(other: string): readonly string[] {
  const used = Object.entries(sources).filter(([name]) => new RegExp(`\\b${name}\\b`).test(other))
  const all = [['createParty', '@custody-wallet/encryption'], ...used, ['profile', file]] as const
  return [...new Set(all.map(([, source]) => source))].map((source) => {
    const names = all.filter(([, each]) => each === source).map(([name]) => name)
    return `import { ${names.join(', ')} } from '${source}'`
  })
}

import { codes, type KnownCode } from '@custody-wallet/types'
import type { Family } from '@custody-wallet/types/operations'

import type { OpenPoint } from '../../redocly/document.ts'

export const familyNames: Readonly<Record<Family, string>> = {
  token: 'Token',
  v2: 'v2',
  mpc: 'MPC',
  v1: 'v1',
}

export const codeTables: Readonly<Record<Family, Readonly<Record<string, KnownCode>>>> = codes

export const retryTexts: Readonly<Record<NonNullable<KnownCode['repeat']>, string>> = {
  later: 'later',
  corrected: 'after correction',
  never: 'never',
}

export const valueSources = {
  interface: 'the interface',
  documented: 'public documents of other deployments',
  open: 'unknown (used without an explanation)',
} as const

interface SourcedValue {
  readonly source: keyof typeof valueSources
}

/** Describes the sources of a table in one sentence. */
export function formatSources(rows: readonly (readonly [value: string, known: SourcedValue])[]): string {
  const groups = [...Map.groupBy(rows, ([, { source }]) => source)]
  const [most, ...others] = groups.toSorted(([, a], [, b]) => b.length - a.length)
  const rest = others.map(
    ([source, own]) => `; of ${own.map(([value]) => `\`${value}\``).join(', ')}: ${valueSources[source]}`,
  )
  return `Source of the meanings: ${valueSources[most?.[0] ?? 'open']}${rest.join('')}.`
}

/** Sources of assumptions, as the guides name them in brackets. */
const assumptionSources: Readonly<Record<OpenPoint['source'], string>> = {
  seen: 'proven on published material',
  documented: 'documented by public deployments',
  guess: 'our guess',
  ours: 'our own choice',
  open: 'nothing is assumed',
}

type Assumption = Pick<OpenPoint, 'assumed' | 'source' | 'setting'>

/** Formats an assumption, which ends with its source and the setting that overrides it. */
export function formatAssumption(point: Assumption): string {
  const { assumed } = point
  if (assumed === undefined) return 'Nothing.'
  const text = typeof assumed === 'string' ? assumed : `\`modern\`: ${assumed.modern} \`classic\`: ${assumed.classic}`
  return text.trim().replace(/\.?$/, (dot) => ` ${formatAssumptionSource(point)}${dot}`)
}

export const formatAssumptionSource = ({ source, setting }: Assumption): string =>
  `(${assumptionSources[source]}${setting === undefined ? '' : `; \`${setting}\``})`

/** Splits a name such as `withdrawalStatus` into words. */
export const formatName = (name: string): string =>
  `${(name[0] ?? '').toUpperCase()}${name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`.replace(
    'Mpc',
    'MPC',
  )

// Bills of materials: what pnpm writes, made the same for the same lockfile, and complete.

interface Hash {
  readonly alg: string
  readonly content: string
}

interface Reference {
  readonly type: string
  readonly url: string
  readonly hashes?: readonly Hash[]
}

export interface Component {
  readonly 'bom-ref': string
  readonly purl: string
  readonly name: string
  readonly version: string
  readonly group?: string
  readonly licenses?: readonly object[]
  readonly hashes?: readonly Hash[]
  readonly externalReferences?: readonly Reference[]
}

export interface Bill {
  readonly bomFormat: string
  readonly specVersion: string
  readonly version: number
  readonly serialNumber?: string
  readonly metadata: { readonly timestamp?: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

/** A bill without what differs from one run to the next. `licenceOf` knows the licences that pnpm does not. */
export function settled(bill: Bill, licenceOf: (key: string) => string | undefined): Bill {
  const { serialNumber: _random, ...lasting } = bill
  const { timestamp: _now, ...metadata } = bill.metadata
  return {
    ...lasting,
    metadata,
    components: bill.components
      .map((component) => licensed(hashed(component), licenceOf))
      .toSorted(by('purl')),
    dependencies: bill.dependencies
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.toSorted() }))
      .toSorted(by('ref')),
  }
}

// The hash is of the package, wherever it was fetched from.
function hashed({ externalReferences = [], ...component }: Component): Component {
  const { hashes = [] } = externalReferences.find(({ type }) => type === 'distribution') ?? {}
  const others = externalReferences.filter(({ type }) => type !== 'distribution')
  return {
    ...component,
    ...(hashes.length > 0 && { hashes }),
    ...(others.length > 0 && { externalReferences: others }),
  }
}

function licensed(component: Component, licenceOf: (key: string) => string | undefined): Component {
  if (component.licenses) return component
  const licence = licenceOf(keyOf(component))
  if (licence === undefined) return component
  return {
    ...component,
    licenses: [licence.includes(' ') ? { expression: licence } : { license: { id: licence } }],
  }
}

/** `name@version`, as the lockfile writes it. */
export const keyOf = ({ group, name, version }: Component): string =>
  `${group === undefined ? '' : `${group}/`}${name}@${version}`

const by =
  <Key extends string>(key: Key) =>
  (one: Readonly<Record<Key, string>>, other: Readonly<Record<Key, string>>): number =>
    one[key] < other[key] ? -1 : 1

// What a registry already has, read with suspicion: it may be slow, broken, or somebody else's.
import { ReleaseError, reasonOf } from './failure.ts'
import type { Tarball } from './pack.ts'
import { pnpm } from './programs.ts'

/** What stands in a registry under the version of a package. */
export type Standing = 'new' | 'same' | 'other'

const scope = '@custody-wallet'
const patience = 30_000

/** The registry that packages go to: the one that is named, or the one of our scope, or that of all packages. */
export async function registryFrom(root: string, named: string | undefined): Promise<string> {
  const registry =
    named ?? (await setting(root, `${scope}:registry`)) ?? (await setting(root, 'registry')) ?? ''
  if (!isAddress(registry))
    throw new ReleaseError(
      'The registry has to be an address such as https://registry.example/, without name and password.',
    )
  return registry
}

async function setting(root: string, key: string): Promise<string | undefined> {
  const value = (await pnpm(['config', 'get', key], root)).trim()
  return value === '' || value === 'undefined' ? undefined : value
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** Whether the registry has the version of a package, and whether it has the same bytes. */
export async function standingOf({ name, version, integrity }: Tarball, registry: string): Promise<Standing> {
  const versions = await versionsOf(name, registry)
  if (!Object.hasOwn(versions, version)) return 'new'
  const known: unknown = versions[version]
  return Object(Object(known).dist).integrity === integrity ? 'same' : 'other'
}

async function versionsOf(name: string, registry: string): Promise<Readonly<Record<string, unknown>>> {
  const address = new URL(name.replace('/', '%2f'), registry.endsWith('/') ? registry : `${registry}/`)
  const answer = await asked(address)
  if (answer.status === 404) return {}
  const refusal = refusals[answer.status]
  if (!answer.ok)
    throw new ReleaseError(
      `The registry answers ${answer.status} for ${name}: ${refusal ?? 'try again later'}.`,
    )
  const { versions }: { versions?: unknown } = Object(await answer.json().catch(noWords))
  if (typeof versions === 'object' && versions !== null) return { ...versions }
  throw new ReleaseError(`The registry does not list the versions of ${name}: check its address.`)
}

const refusals: Readonly<Record<number, string>> = {
  401: 'releases go to a registry that everybody can read',
  403: 'releases go to a registry that everybody can read',
}

const noWords = (): undefined => undefined

// A copy that a cache kept would show yesterday's versions, and another host is not the one that was asked.
async function asked(address: URL): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { 'cache-control': 'no-cache' },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
  } catch (error) {
    throw new ReleaseError(
      `The registry does not answer (${causeOf(error)}): check its address and try again.`,
    )
  }
}

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error)

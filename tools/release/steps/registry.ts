import type { Tarball } from '../../package/contents/pack.ts'
// Looks up published versions. The registry may be slow, broken or the wrong one.
import { ReleaseError, reasonOf } from '../../workspace/failure.ts'
import { pnpm } from '../../workspace/programs.ts'

/** Whether a registry has a version, and with which bytes. */
export type VersionState = 'new' | 'same' | 'other'

const scope = '@custody-wallet'
const timeout = 30_000

/** The registry to publish to: the option, or the setting of our scope, or the default registry. */
export async function registryFrom(root: string, named: string | undefined): Promise<string> {
  const registry =
    named ?? (await setting(root, `${scope}:registry`)) ?? (await setting(root, 'registry')) ?? ''
  if (!isAddress(registry))
    throw new ReleaseError(
      'The registry is not a URL without user name and password: use one such as https://registry.example/.',
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

/** Looks up a package in the registry. */
export async function stateOf(
  { name, version, integrity }: Tarball,
  registry: string,
): Promise<VersionState> {
  const versions = await versionsOf(name, registry)
  if (!Object.hasOwn(versions, version)) return 'new'
  const known: unknown = versions[version]
  return Object(Object(known).dist).integrity === integrity ? 'same' : 'other'
}

async function versionsOf(name: string, registry: string): Promise<Readonly<Record<string, unknown>>> {
  const address = new URL(name.replace('/', '%2f'), registry.endsWith('/') ? registry : `${registry}/`)
  const answer = await request(address)
  if (answer.status === 404) return {}
  const action = [401, 403].includes(answer.status) ? 'publish to a public registry' : 'try again later'
  if (!answer.ok) throw new ReleaseError(`The registry answers ${answer.status} for ${name}: ${action}.`)
  const { versions }: { versions?: unknown } = Object(await answer.json().catch(() => undefined))
  if (typeof versions === 'object' && versions !== null) return { ...versions }
  throw new ReleaseError(`The registry does not list the versions of ${name}: check its address.`)
}

// A cache may be outdated, and a redirect leads to another registry.
async function request(address: URL): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { 'cache-control': 'no-cache' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
  } catch (error) {
    throw new ReleaseError(
      `The registry does not answer (${causeOf(error)}): check its address and try again.`,
    )
  }
}

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error)

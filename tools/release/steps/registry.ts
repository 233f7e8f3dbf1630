// Looks up published versions. The registry may be slow, broken or the wrong one.
import type { Tarball } from '../../package/contents/pack.ts'
import { ReleaseError, getReason } from '../../workspace/failure.ts'
import { runPnpm } from '../../workspace/programs.ts'

/** Whether a registry has a version, and with which bytes. */
export type VersionState = 'new' | 'same' | 'other'

const scope = '@custody-wallet'
const timeout = 30_000

/** The registry to publish to: the option, or the setting of our scope, or the default registry. */
export async function findRegistry(root: string, registryOption: string | undefined): Promise<string> {
  const registry =
    registryOption ?? (await readSetting(root, `${scope}:registry`)) ?? (await readSetting(root, 'registry')) ?? ''
  if (!isAddress(registry))
    throw new ReleaseError(
      'The registry must be a URL without user name and password, such as https://registry.example/.',
    )
  return registry
}

async function readSetting(root: string, key: string): Promise<string | undefined> {
  const value = (await runPnpm(['config', 'get', key], root)).trim()
  return value === '' || value === 'undefined' ? undefined : value
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** Looks up a package in the registry. */
export async function readState({ name, version, integrity }: Tarball, registry: string): Promise<VersionState> {
  const versions = await readVersions(name, registry)
  if (!Object.hasOwn(versions, version)) return 'new'
  const known: unknown = versions[version]
  return Object(Object(known).dist).integrity === integrity ? 'same' : 'other'
}

async function readVersions(name: string, registry: string): Promise<Readonly<Record<string, unknown>>> {
  const address = new URL(name.replace('/', '%2f'), registry.endsWith('/') ? registry : `${registry}/`)
  const response = await sendRequest(address)
  if (response.status === 404) return {}
  const action = [401, 403].includes(response.status) ? 'publish to a public registry' : 'try again later'
  if (!response.ok) throw new ReleaseError(`The registry returned HTTP ${response.status} for ${name}: ${action}.`)
  const { versions }: { versions?: unknown } = Object(await response.json().catch(() => undefined))
  if (typeof versions === 'object' && versions !== null) return { ...versions }
  throw new ReleaseError(`The registry does not list the versions of ${name}: check its address.`)
}

// A cache may be outdated, and a redirect leads to another registry.
async function sendRequest(address: URL): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { 'cache-control': 'no-cache' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
  } catch (error) {
    throw new ReleaseError(`The registry does not respond (${getCause(error)}): check its address and try again.`)
  }
}

const getCause = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? getReason(error.cause) : getReason(error)

import { readFileSync, readdirSync } from 'node:fs'

import { Failure } from '@custody-wallet/demo/cli'

import { allowAddresses } from '../docs/render/policy.ts'
import { usualControl, defaultAddresses, usualSandbox, usualSite } from '../docs/samples/locations.ts'

/** Files of a site by URL path. */
export type Site = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Reads a built site into memory, so that later builds do not change what is served. */
export function readSite(folder: URL): Site {
  const files = new Map(listNames(folder).map((name) => [`/${name}`, readFileSync(new URL(name, folder))]))
  const home = files.get('/index.html')
  if (!home) throw new Failure('The docs are not built. Run `npm start`, which builds them first.', 1)
  return new Map([['/', home], ...files])
}

function listNames(folder: URL): readonly string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.map((name) => name.replaceAll('\\', '/')).filter((name) => /\.\w+$/.test(name))
  } catch {
    return []
  }
}

/** Addresses of the servers that pages mention. */
export interface Addresses {
  readonly site: string
  readonly plain: string
  readonly wire: string
  readonly sandbox: string
  readonly control: string
}

/**
 * Replaces the default addresses in the site, and lets the forms of its pages call the plain mock and the plain view of
 * the sandbox.
 */
export function moveSite(site: Site, { site: own, plain, wire, sandbox, control }: Addresses): Site {
  const addresses = new Map([
    [usualSite, own],
    [defaultAddresses.plain, plain],
    [defaultAddresses.wire, wire],
    [usualSandbox, sandbox],
    [usualControl, control],
  ])
  const moveText = (text: string): string =>
    text.replaceAll(/http:\/\/[\w.]+:\d+/g, (address) => addresses.get(address) ?? address)
  const formatServedText = (path: string, text: string): string =>
    path.endsWith('.html') ? allowAddresses(moveText(text), [plain, sandbox]) : moveText(text)
  return new Map([...site].map(([path, bytes]) => [path, changeText(bytes, (text) => formatServedText(path, text))]))
}

// Addresses are ASCII. Decoding as latin1 keeps all other bytes unchanged.
const changeText = (bytes: Uint8Array, change: (text: string) => string): Uint8Array<ArrayBuffer> =>
  Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1')

/** Makes relative links absolute, so that the page works at any path. */
export const convertLinks = (page: Uint8Array): Uint8Array<ArrayBuffer> =>
  changeText(page, (text) => text.replaceAll(/ (href|src|data-root)="(?!#|[a-z]+:)/g, ' $1="/'))

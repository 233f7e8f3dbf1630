import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { readFont, readScript, readStyleSheet as readPagesSheet } from '@custody-wallet/pages/files'

const resolveAsset = (name: string): string => fileURLToPath(new URL(`../../assets/${name}`, import.meta.url))

interface Asset {
  readonly type: string
  readonly read: () => Promise<string | Buffer<ArrayBuffer>>
}

const readStyleSheet = async (): Promise<string> =>
  (await readPagesSheet()) + (await readFile(resolveAsset('console.css'), 'utf8'))

const scriptType = 'text/javascript; charset=utf-8'

const assets: Readonly<Record<string, Asset>> = {
  'console.css': {
    type: 'text/css; charset=utf-8',
    read: readStyleSheet,
  },
  'inter.woff2': { type: 'font/woff2', read: readFont },
  'pages.js': { type: scriptType, read: readScript },
  'mark.svg': { type: 'image/svg+xml', read: () => readFile(resolveAsset('mark.svg'), 'utf8') },
  // Browsers resolve modules by URL only.
  'live.js': {
    type: scriptType,
    read: async () => (await readFile(resolveAsset('live.js'), 'utf8')).replace("'preact'", "'./preact.js'"),
  },
  // Preact is one file, so it needs no bundler.
  'preact.js': {
    type: scriptType,
    read: () => readFile(fileURLToPath(import.meta.resolve('preact')), 'utf8'),
  },
}

const contents = await readContents()

async function readContents(): Promise<ReadonlyMap<string, string | Buffer<ArrayBuffer>>> {
  const entries = Object.entries(assets).map(async ([name, { read }]) => [name, await read()] as const)
  return new Map(await Promise.all(entries))
}

const folder = '/console/assets/'

/** Path of the assets, with their hash, so that browsers keep them. */
export const assetRoot: string = folder + hashContents() + '/'

function hashContents(): string {
  const hash = createHash('sha256')
  for (const content of contents.values()) hash.update(content)
  return hash.digest('base64url').slice(0, 12)
}

/** Returns an asset; `undefined` for any other path. A page of another version gets the current asset. */
export function findAssetResponse(pathname: string): Response | undefined {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  const [asset, content] = [assets[name], contents.get(name)]
  if (!pathname.startsWith(folder) || !asset || content === undefined) return undefined
  const cache = pathname === assetRoot + name && { 'cache-control': 'private, max-age=31536000, immutable' }
  return new Response(content, { headers: { 'content-type': asset.type, ...cache } })
}

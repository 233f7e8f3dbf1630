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

export async function createAssetResponse(name: string): Promise<Response | undefined> {
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined
  if (!asset) return undefined
  return new Response(await asset.read(), { headers: { 'content-type': asset.type } })
}

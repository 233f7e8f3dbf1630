import { readFile } from 'node:fs/promises'

import { readFont, readScript, readStyleSheet } from '@custody-wallet/pages/files'

export const pagePath = '/_mock'

type AssetName = 'page.css' | 'page.js' | 'pages.js' | 'inter.woff2'

interface Asset {
  readonly type: string
  readonly read: () => Promise<string | Buffer<ArrayBuffer>>
}

const readAsset = (name: string): Promise<string> => readFile(new URL(`../../assets/${name}`, import.meta.url), 'utf8')

const scriptType = 'text/javascript; charset=utf-8'

/** Files that the page loads. The style sheet loads the font from its own folder. */
const assets: Readonly<Record<AssetName, Asset>> = {
  'page.css': {
    type: 'text/css; charset=utf-8',
    read: async () => (await readStyleSheet()) + (await readAsset('page.css')),
  },
  'page.js': { type: scriptType, read: () => readAsset('page.js') },
  'pages.js': { type: scriptType, read: readScript },
  'inter.woff2': { type: 'font/woff2', read: readFont },
}

export const getAssetPath = (name: AssetName): string => `${pagePath}/${name}`

/** Functions that serve the files, by their path. */
export const assetPages: Readonly<Record<string, () => Promise<Response>>> = Object.fromEntries(
  Object.entries(assets).map(([name, { type, read }]) => [
    `${pagePath}/${name}`,
    async () => new Response(await read(), { headers: buildHeaders(type) }),
  ]),
)

/** Allows only files of this origin, and an empty icon. */
const policy = [
  "default-src 'none'",
  ...['script', 'style', 'font', 'connect'].map((kind) => `${kind}-src 'self'`),
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const buildHeaders = (type: string): Readonly<Record<string, string>> => ({
  'content-type': type,
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
})

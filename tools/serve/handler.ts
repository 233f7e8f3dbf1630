import { gzipSync } from 'node:zlib'

import type { Fetch } from '@custody-wallet/server/core'

import { convertLinks, type Site } from './site.ts'

/** Serves the files of a site. */
export function createSiteHandler(site: Site): Fetch {
  const compressedFiles = new Map<string, Uint8Array<ArrayBuffer>>()

  /** Compresses texts once, such as the 2 MB of Redoc, for browsers that accept it. */
  function createResponse(path: string, body: Uint8Array<ArrayBuffer>, encodings: string): Response {
    const type = getHeaders(path)
    if (/\.(?:webp|woff2)$/.test(path) || !acceptsGzip(encodings)) return new Response(body, { headers: type })
    const compressed = compressedFiles.get(path) ?? gzipSync(body)
    compressedFiles.set(path, compressed)
    return new Response(compressed, { headers: { ...type, 'content-encoding': 'gzip' } })
  }

  const page = site.get('/404.html')
  const missing = page && convertLinks(page)
  return async ({ url, headers }) => {
    const { pathname } = new URL(url)
    const body = site.get(pathname)
    if (body) return createResponse(pathname, body, headers.get('accept-encoding') ?? '')
    // Browsers get a page, programs get one line.
    return missing && headers.get('accept')?.includes('text/html')
      ? new Response(missing, { status: 404, headers: getHeaders('.html') })
      : new Response(`Not found: ${pathname}. The site starts at /.\n`, {
          status: 404,
          headers: getHeaders('.txt'),
        })
  }
}

const acceptsGzip = (encodings: string): boolean => /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?![\d.]))/.test(encodings)

type Headers = Readonly<Record<string, string>>

const shared = { 'access-control-allow-origin': '*' } as const
const types: Readonly<Record<string, Headers>> = {
  css: { 'content-type': 'text/css; charset=utf-8' },
  // The policy in a page cannot contain frame-ancestors.
  html: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "frame-ancestors 'none'",
  },
  js: { 'content-type': 'text/javascript; charset=utf-8' },
  json: { 'content-type': 'application/json', ...shared },
  md: { 'content-type': 'text/markdown; charset=utf-8' },
  svg: { 'content-type': 'image/svg+xml' },
  webp: { 'content-type': 'image/webp' },
  woff2: { 'content-type': 'font/woff2' },
  txt: { 'content-type': 'text/plain; charset=utf-8' },
  yaml: { 'content-type': 'application/yaml', ...shared },
}
const unknownType = { 'content-type': 'application/octet-stream' } as const

function getHeaders(path: string): Headers {
  const extension = path === '/' ? 'html' : (path.split('.').at(-1) ?? '')
  return {
    ...(types[extension] ?? unknownType),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}

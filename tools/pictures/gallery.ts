import { readFont, readScript, readStyleSheet } from '@custody-wallet/pages/files'
import { Gallery } from '@custody-wallet/pages/gallery'
import { listenOn } from '@custody-wallet/server/core'

const files: Readonly<Record<string, readonly [type: string, read: () => Promise<string | Buffer<ArrayBuffer>>]>> = {
  '/': [
    'text/html',
    async () => `<!doctype html>${String(await Gallery({ styles: '/pages.css', script: '/pages.js' }))}`,
  ],
  '/pages.css': ['text/css', readStyleSheet],
  '/pages.js': ['text/javascript', readScript],
  '/inter.woff2': ['font/woff2', readFont],
}

/** Serves the gallery of the design system on a free port. */
export const serveGallery = (): ReturnType<typeof listenOn> =>
  listenOn(
    async (request) => {
      const [type, read] = files[new URL(request.url).pathname] ?? []
      if (!read) return new Response(null, { status: 404 })
      return new Response(await read(), { headers: { 'content-type': `${type}; charset=utf-8` } })
    },
    { grace: 0 },
  )

import type { Site } from '../site.ts'

const encodeText = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const texts = {
  '/': '<!doctype html><title>Home</title>',
  '/calls/getAccount.html': '<!doctype html><title>A call</title>',
  '/calls/getAccount.md': 'http://127.0.0.1:4010/api http://127.0.0.1:4011/api http://127.0.0.1:4000/',
  '/assets/style.css': 'body { margin: 0 }',
  '/openapi/plain.json': '{"openapi":"3.1.1"}',
  '/openapi/wire.yaml': 'openapi: 3.1.1\n',
} as const

export const site: Site = new Map(Object.entries(texts).map(([path, text]) => [path, encodeText(text)]))

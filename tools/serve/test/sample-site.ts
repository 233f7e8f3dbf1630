import type { Site } from '../site.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const texts = {
  '/': '<!doctype html><title>Home</title>',
  '/calls/getAccount.html': '<!doctype html><title>A call</title>',
  '/assets/style.css': 'body { margin: 0 }',
  '/openapi/plain.json': '{"openapi":"3.1.1"}',
  '/openapi/wire.yaml': 'openapi: 3.1.1\n',
} as const

export const site: Site = new Map(Object.entries(texts).map(([path, text]) => [path, bytes(text)]))

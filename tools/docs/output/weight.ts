import type { Files } from '../site.ts'

/** Files that a page makes a browser load, without being asked by its reader. */
export function askedBy(files: Files, page: string): readonly string[] {
  const text = files.get(page) ?? ''
  const found = text.matchAll(/(?:\ssrc|\srel="(?:icon|stylesheet)" href)="([^"]*)"/g)
  return [...found].map(([, link = '']) => new URL(link, `http://site/${page}`).pathname.slice(1))
}

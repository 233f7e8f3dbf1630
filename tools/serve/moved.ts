import { usualPlaces, usualSite } from '../docs/samples/places.ts'
import type { Site } from './site.ts'

/** Addresses of what `npm start` has started. */
export interface Addresses {
  readonly site: string
  readonly plain: string
  readonly wire: string
}

/** The site with these addresses in place of those that it was built with. */
export function moved(site: Site, { site: own, plain, wire }: Addresses): Site {
  const places = new Map([
    [usualSite, own],
    [usualPlaces.plain, plain],
    [usualPlaces.wire, wire],
  ])
  const movedText = (text: string): string =>
    text.replaceAll(/http:\/\/[\w.]+:\d+/g, (address) => places.get(address) ?? address)
  return new Map([...site].map(([path, bytes]) => [path, changed(bytes, movedText)]))
}

// Addresses are ASCII. Read as latin1, all other bytes stay as they are, in texts and in pictures.
const changed = (bytes: Uint8Array, change: (text: string) => string): Uint8Array =>
  Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1')

import type { Page } from '../page.ts'

// A page loads only files of this site. Redoc creates its style at run time and contains a font.
const policies = {
  ours: `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'`,
  redoc: `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'`,
}

// A page with a form may call nothing, unless a server writes addresses in this place.
const noConnections = `connect-src 'none'`

/** The policy of a page. */
export function createPolicy({ layout, isLive = false }: Page): string {
  const policy = layout === 'reference' ? policies.redoc : policies.ours
  return isLive ? `${policy}; ${noConnections}` : policy
}

/** A built page whose form may call these addresses, and nothing else. */
export const allowAddresses = (html: string, addresses: readonly string[]): string =>
  html.replace(noConnections.replaceAll("'", '&#39;'), `connect-src ${addresses.join(' ')}`)

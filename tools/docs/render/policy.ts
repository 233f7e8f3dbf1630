import type { Page } from '../page.ts'

// Pages load only files of this site. Redoc creates its style at run time and contains a font.
const policies = {
  ours: `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'`,
  redoc: `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'`,
}

// Placeholder for addresses that a server allows the page to call.
const noConnections = `connect-src 'none'`

/** Creates the policy of a page. */
export function createPolicy({ layout, isLive = false }: Page): string {
  const policy = layout === 'reference' ? policies.redoc : policies.ours
  return isLive ? `${policy}; ${noConnections}` : policy
}

/** Allows the form of a built page to call these addresses. */
export const allowAddresses = (html: string, addresses: readonly string[]): string =>
  html.replace(noConnections.replaceAll("'", '&#39;'), `connect-src ${addresses.join(' ')}`)

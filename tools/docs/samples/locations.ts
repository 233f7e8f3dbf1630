import ports from '../ports.json' with { type: 'json' }

const getAddress = (name: keyof typeof ports): string => `http://127.0.0.1:${ports[name]}`

/** Addresses in the samples: the defaults of `npm start` and `npx @custody-wallet/mock`. */
export interface Addresses {
  readonly plain: string
  readonly wire: string
}

export const defaultAddresses: Addresses = { plain: getAddress('plain'), wire: getAddress('wire') }

/** Where `npm start` serves the control calls of the sandbox. */
export const usualControl = getAddress('control')

/** Where `npm start` serves this site. */
export const usualSite = getAddress('docs')

/** Where `npm start` serves the plain view of the sandbox. */
export const usualSandbox = getAddress('sandbox')

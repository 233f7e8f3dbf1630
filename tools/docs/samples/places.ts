import ports from '../ports.json' with { type: 'json' }

const addressOf = (name: keyof typeof ports): string => `http://127.0.0.1:${ports[name]}`

/** Addresses in the samples: the defaults of `npm start` and `npx @custody-wallet/mock`. */
export interface Places {
  readonly plain: string
  readonly wire: string
}

export const usualPlaces: Places = { plain: addressOf('plain'), wire: addressOf('wire') }

/** Where `npm start` serves the control calls of the sandbox. */
export const usualControl = addressOf('control')

/** Where `npm start` serves this site. */
export const usualSite = addressOf('docs')

/** Where `npm start` serves the plain view of the sandbox. */
export const usualSandbox = addressOf('sandbox')

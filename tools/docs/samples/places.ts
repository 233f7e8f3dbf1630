/** Addresses in the samples: the defaults of `npm start` and `npx @custody-wallet/mock`. */
export interface Places {
  readonly plain: string
  readonly wire: string
}

export const usualPlaces: Places = { plain: 'http://127.0.0.1:4010', wire: 'http://127.0.0.1:4011' }

/** Where `npm start` serves the control calls of the sandbox. */
export const usualControl = 'http://127.0.0.1:4022'

/** Where `npm start` serves this site. */
export const usualSite = 'http://127.0.0.1:4000'

/** Where `npm start` serves the plain view of the sandbox. */
export const usualSandbox = 'http://127.0.0.1:4020'

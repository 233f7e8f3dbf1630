// A page with the client that holds keys. Bundlers must reject it.
import { createCustody } from '@custody-wallet/client'

export const custody = createCustody({})

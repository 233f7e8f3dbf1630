// The client that holds keys, in a page. Bundlers must refuse to build it.
import { createCustody } from '@custody-wallet/client'

export const custody = createCustody({})

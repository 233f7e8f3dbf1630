// The client that holds keys, in a page: no bundler may build this.
import { createCustody } from '@custody-wallet/client'

export const custody = createCustody({})

// What codes mean, in a module of its own: it is loaded when the first failure comes.
export { codes } from '@custody-wallet/types'

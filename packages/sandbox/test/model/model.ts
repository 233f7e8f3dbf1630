// Models what a merchant expects of the service: balances and the records that change them. Shares no code with the
// sandbox.
export * from './chain.ts'
export * from './coins.ts'
export * from './deposits.ts'
export * from './state.ts'
export * from './wallets.ts'
export * from './withdrawals.ts'

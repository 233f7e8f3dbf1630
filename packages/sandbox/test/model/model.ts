// What a merchant expects of the service, in its own words: balances, and the records that change them. It shares no code
// with the sandbox.
export * from './chain.ts'
export * from './coins.ts'
export * from './deposits.ts'
export * from './state.ts'
export * from './wallets.ts'
export * from './withdrawals.ts'

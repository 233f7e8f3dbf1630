// JavaScript with types by JSDoc, as an editor checks it.
import { isCustodyError } from '@custody-wallet/client'
import { createPlainClient } from '@custody-wallet/client/plain'

/** @typedef {import('@custody-wallet/client').Account} Account */

const front = createPlainClient({ url: process.env['MOCK_URL'] ?? '' })

/**
 * @param {number} uid
 * @returns {Promise<Account | undefined>}
 */
async function findAccount(uid) {
  try {
    return await front.accounts.get({ uid, symbol: 'BTC' })
  } catch (error) {
    if (isCustodyError(error, 'SERVICE_FAILED')) console.log(error.context.meaning)
    return undefined
  }
}

console.log((await findAccount(10_042))?.normal_balance)

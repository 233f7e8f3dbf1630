// JavaScript with types by JSDoc, as an editor checks it.
import { isCustodyError } from '@custody-wallet/client'
import { plain } from '@custody-wallet/client/plain'

/** @typedef {import('@custody-wallet/client').Account} Account */

const front = plain({ url: process.env['MOCK_URL'] ?? '' })

/**
 * @param {number} uid
 * @returns {Promise<Account | undefined>}
 */
async function accountOf(uid) {
  try {
    return await front.accounts.get({ uid, symbol: 'BTC' })
  } catch (error) {
    if (isCustodyError(error, 'SERVICE_FAILED')) console.log(error.context.meaning)
    return undefined
  }
}

console.log((await accountOf(10_042))?.normal_balance)

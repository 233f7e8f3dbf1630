// Cost of a delivery compared with its encryption. The receiver is a separate process, so its work doesn't count.
import { fileURLToPath } from 'node:url'

import { loadDemoMerchants } from '@custody-wallet/demo'
import { createSandbox } from '@custody-wallet/sandbox'

import { createPairedMethod, compareSpeed } from '../../compare.ts'
import { atLeast, type Figure, createFigure } from '../../figure.ts'
import { startServer } from '../mock.ts'
import { createDeposit } from './rows.ts'

export const deliveryMeasures = {
  'sandbox.deliveries':
    'notifications that a receiver confirms over HTTP, against sealing them and opening the responses',
}

const batch = 64
const content = createDeposit('address-1', 'request')

export async function* measureDeliveries(directory: string): AsyncGenerator<Figure> {
  using receiver = await startServer([fileURLToPath(new URL('receiver.ts', import.meta.url)), directory], 1)
  const { control, close } = await createSandbox({ directory })
  await control.time.freeze()
  await control.merchants.update({ appId: 'demo-modern', notificationUrls: receiver.urls })
  const waitForDelivery = async () => {
    await control.notifications.send({ content, copies: batch, requestIds: 'new', order: 'at once' })
    await control.time.advance(0)
  }
  await waitForDelivery()
  const [first] = await control.notifications.list({ state: 'delivered' })
  if (!first) throw new Error('The receiver confirmed no notification.')
  yield createFigure(
    'sandbox.deliveries',
    await compareSpeed(waitForDelivery, await createCryptoWork(directory), createPairedMethod(15)),
    'ratio',
    atLeast(0.6),
  )
  await close()
}

/** The same number of messages sealed, and of responses opened. */
async function createCryptoWork(directory: string): Promise<() => Promise<void>> {
  const demo = loadDemoMerchants({ directory })
  const [platform, merchant] = [demo.platform('modern'), demo.merchant('modern')]
  const known = await platform.sealRequest('notifyDeposit', content)
  const response = await merchant.sealResponse(known.binding, {
    code: 0,
    msg: 'success',
    data: { data: { request_id: content.request_id } },
  })
  const body = new TextEncoder().encode(response)
  return async () => {
    for (let count = 0; count < batch; count += 1) {
      await platform.sealRequest('notifyDeposit', content)
      await platform.openResponse(known, body)
    }
  }
}

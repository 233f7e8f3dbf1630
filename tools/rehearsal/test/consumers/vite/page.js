import { createPlainClient, isCustodyError } from '@custody-wallet/client/plain'

const url = new URLSearchParams(location.search).get('mock')
const show = (id, text) => {
  document.querySelector(`#${id}`).textContent = text
}

const { normal_balance } = await createPlainClient({ url }).accounts.get({ uid: 10042, symbol: 'BTC' })
show('balance', normal_balance)

try {
  await createPlainClient({ url, headers: { prefer: 'code=110065' } }).accounts.get({
    uid: 10042,
    symbol: 'BTC',
  })
} catch (error) {
  show('failure', isCustodyError(error, 'SERVICE_FAILED') ? error.context.meaning : String(error))
}
document.body.dataset.ready = 'yes'

// Loading the encryption package in a browser must fail with an error that explains why.
let message = 'The encryption package was loaded.'
try {
  await import('@custody-wallet/encryption')
} catch (error) {
  message = error.message
}
document.querySelector('#failure').textContent = message
document.body.dataset.ready = 'yes'

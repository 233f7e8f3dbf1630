// Whoever loads the keys' side all the same, at run time, learns why that is wrong.
let said = 'The encryption package was loaded.'
try {
  await import('@custody-wallet/encryption')
} catch (error) {
  said = error.message
}
document.querySelector('#failure').textContent = said
document.body.dataset.ready = 'yes'

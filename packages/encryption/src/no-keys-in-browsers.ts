throw new TypeError(
  'A browser must not hold merchant keys: run @custody-wallet/encryption on a server, and let the front end speak plain JSON to it.',
)

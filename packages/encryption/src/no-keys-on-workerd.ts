// What every entry is on Cloudflare's workerd. It has the names of all exports, so that a bundler finds them: otherwise
// the bundler reports a missing export instead of the reason.
function fail(): never {
  throw new TypeError(
    "Cloudflare's workerd cannot use merchant keys: its node:crypto does not sign with a loaded key. Run @custody-wallet/encryption on Node. A Worker can make plain calls with @custody-wallet/client/plain.",
  )
}

const none: never = fail()

export {
  none as EncryptionError,
  none as Gate,
  none as NotSupportedError,
  none as Refusal,
  none as Secret,
  none as TextAnswer,
  none as answerLimits,
  none as answerText,
  none as bodyReader,
  none as classic,
  none as createExchange,
  none as createParty,
  none as deployed,
  none as describe,
  none as fullBlocks,
  none as gateway,
  none as generateKeys,
  none as generateKeysAsync,
  none as isEncryptionError,
  none as loadPrivateKey,
  none as loadPublicKey,
  none as modern,
  none as nodeListener,
  none as oaepEnvelopes,
  none as onceBody,
  none as pathOf,
  none as peerKeys,
  none as readEnvelope,
  none as readQuery,
  none as rejectionText,
  none as requestLimits,
  none as sealedAnswers,
  none as sealingFetch,
  none as sealingMiddleware,
}

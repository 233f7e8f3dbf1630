// Replaces every entry on Cloudflare's workerd. It exports all names: otherwise a bundler would report a missing export
// instead of the reason.
function fail(): never {
  throw new TypeError(
    "Cloudflare's workerd cannot use merchant keys: its node:crypto does not sign with a loaded key. Run @custody-wallet/encryption on Node. A Worker can make plain calls with @custody-wallet/client/plain.",
  )
}

const none: never = fail()

export {
  none as EncryptionError,
  none as Gate,
  none as HttpRejection,
  none as NotSupportedError,
  none as Secret,
  none as TextResponse,
  none as buildPath,
  none as classic,
  none as createBodyReader,
  none as createExchange,
  none as createGateway,
  none as createNodeListener,
  none as createOnceBody,
  none as createParty,
  none as createPeerKeys,
  none as createResponder,
  none as createResponderListener,
  none as createSealingFetch,
  none as createSealingMiddleware,
  none as deployedOptions,
  none as describeProfile,
  none as describeRejection,
  none as fullBlocks,
  none as generateKeys,
  none as generateKeysAsync,
  none as isEncryptionError,
  none as loadPrivateKey,
  none as loadPublicKey,
  none as modern,
  none as notify,
  none as oaepEnvelopes,
  none as readEnvelope,
  none as readQuery,
  none as requestLimits,
  none as responseLimits,
  none as toResponse,
  none as writeResponseText,
}

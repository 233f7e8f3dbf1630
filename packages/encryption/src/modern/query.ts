import { decodeUtf8, encodeUtf8 } from '../bytes/encodings.ts'
import { compactText, within } from '../limits.ts'
import type { Context, Suite } from '../suite.ts'
import { claimsOf, digestOf, type Place, placeOf, sameClaims, samePlace } from './context.ts'
import type { HeaderReader } from './header.ts'
import { openJwe, sealJwe, substituteKey } from './jwe.ts'
import { readJws, signJws, verifyJws } from './jws.ts'
import { boundHeader, boundReader, signedHeader, signedReader } from './protected-headers.ts'
import { keysNamed, type Workshop } from './workshop.ts'

/**
 * The one text of v2 and MPC: a signed text within a sealed one, under the same context. Binding the seal as well
 * keeps a receiver from sealing a text that it was sent anew, for a third party (surreptitious forwarding).
 */
export function modernQuery({ unwrapper, signer, peer, randomBytes: random }: Workshop): Suite['query'] {
  const opening = { unwrapper, substitute: substituteKey(random) }
  return {
    assurance: 'signature',
    async seal(plaintext, context, options) {
      const key = peer.encryptionKey(options.now)
      const header = signedHeader(signer.kid, claimsOf(context, digestOf(plaintext)))
      const signed = await signJws(header, plaintext, signer, options)
      return sealJwe(encodeUtf8(signed), boundHeader(key.kid, placeOf(context)), key, random)
    },
    async open(text, context, options) {
      within(text, compactText(options.limits))
      const sealed = await openJwe(text, { ...opening, readHeader: boundTo(context, unwrapper.kid), options })
      const jws = readJws(decodeUtf8(sealed.plaintext), signedReader)
      sameClaims(jws.header.claims, { ...sealed.header, h: digestOf(jws.payload) })
      verifyJws(jws, keysNamed(jws.header.kid, peer, options.now))
      return { plaintext: jws.payload, time: sealed.header.t }
    },
    // Compact forms are read strictly, so each message has one text.
    canonical: (text) => text,
  }
}

// A message for another place is refused before the private key is used for it.
function boundTo(context: Omit<Context, 'time'>, kid: string): HeaderReader<Place> {
  const read = boundReader(kid)
  return (encoded) => {
    const place = read(encoded)
    samePlace(place, placeOf({ ...context, time: place.t }))
    return place
  }
}

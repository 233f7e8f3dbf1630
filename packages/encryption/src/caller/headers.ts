// A back end may hand over a request as its own caller sent it. What that caller said to the back end alone is told to
// nobody else, and what describes another connection or another body would break the call.
const ofConnection =
  /^(cf-connecting-ip|connection|expect|forwarded|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|true-client-ip|upgrade|via|x-forwarded-.*|x-real-ip)$/
const ofBody = /^content-/
const ofBrowser = /^(accept-encoding|authorization|cookie|origin|referer|sec-.*)$/
const ofCache = /^(cache-control|if-.*|pragma|range)$/
const left = [ofConnection, ofBody, ofBrowser, ofCache]

/** Headers of a plain request that say something about the call itself. */
export const headersOf = ({ headers }: Request): Headers =>
  new Headers([...headers].filter(([name]) => !left.some((pattern) => pattern.test(name))))

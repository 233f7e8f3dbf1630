// Just enough DER to tell the forms of a key apart and to see that nothing follows it. OpenSSL reads the rest.

/** One element: its tag, and where its content lies. */
export interface DerElement {
  readonly tag: number
  readonly content: Uint8Array
  readonly end: number
}

const sequence = 0x30
const manyBytesTag = 0x1f
const longLength = 0x80

/** Elements of the sequence that fills the bytes exactly; undefined where they are something else. */
export function readSequence(bytes: Uint8Array): readonly DerElement[] | undefined {
  const outer = readElement(bytes, 0)
  if (outer?.tag !== sequence || outer.end !== bytes.length) return undefined
  const elements: DerElement[] = []
  for (let at = 0; at < outer.content.length;) {
    const element = readElement(outer.content, at)
    if (!element) return undefined
    elements.push(element)
    at = element.end
  }
  return elements
}

function readElement(bytes: Uint8Array, at: number): DerElement | undefined {
  const tag = bytes[at]
  const length = readLength(bytes, at + 1)
  if (tag === undefined || !length || (tag & manyBytesTag) === manyBytesTag) return undefined
  const end = length.start + length.value
  if (end > bytes.length) return undefined
  return { tag, content: bytes.subarray(length.start, end), end }
}

interface Length {
  readonly value: number
  readonly start: number
}

// X.690, 10.1: the definite form in the fewest bytes. Two bytes of length are plenty for any key that is accepted.
function readLength(bytes: Uint8Array, at: number): Length | undefined {
  const [first, second, third] = bytes.subarray(at, at + 3)
  if (first === undefined) return undefined
  if (first < longLength) return { value: first, start: at + 1 }
  if (first === longLength + 1) return shortest(second, longLength, at + 2)
  if (second === undefined || third === undefined || first !== longLength + 2) return undefined
  return shortest(second * 256 + third, 256, at + 3)
}

const shortest = (value: number | undefined, least: number, start: number): Length | undefined =>
  value === undefined || value < least ? undefined : { value, start }

import fc from 'fast-check'

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff

/** Any character of UTF-8, drawn by its number: the unit `binary` of fast-check takes a second to list them. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff)
  .filter((code) => !isSurrogate(code))
  .map((code) => String.fromCodePoint(code))

const digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

// Version 0 uses bech32 (BIP 173), later ones bech32m (BIP 350).
const getFinalConstant = (version: number): number => (version === 0 ? 1 : 0x2b_c8_30_a3)

/** Encodes a SegWit address: network prefix, version, program and checksum. */
export function encodeSegwitAddress(prefix: string, version: number, program: Uint8Array): string {
  const values = [version, ...toFiveBits(program)]
  const codes = [...Buffer.from(prefix)]
  const checksumInput = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]
  const rest = computeRemainder([...checksumInput, 0, 0, 0, 0, 0, 0]) ^ getFinalConstant(version)
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (rest >>> shift) & 31)
  return `${prefix}1${[...values, ...checksum].map((value) => digits.charAt(value)).join('')}`
}

const generators = [0x3b_6a_57_b2, 0x26_50_8e_6d, 0x1e_a1_19_fa, 0x3d_42_33_dd, 0x2a_14_62_b3] as const

function computeRemainder(values: readonly number[]): number {
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1_ff_ff_ff) << 5) ^ value
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) check ^= generator
  }
  return check
}

// Pads the last group with zeros.
function toFiveBits(bytes: Uint8Array): readonly number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => Number.parseInt(group.padEnd(5, '0'), 2))
}

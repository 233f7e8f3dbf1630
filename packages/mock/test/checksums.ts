// Checks addresses without our own code: it decodes them, and uses the Keccak of OpenSSL.
import { createHash } from 'node:crypto'

const hashSha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

function decodeBase58(text: string, digits: string): Buffer {
  let value = 0n
  for (const digit of text) {
    const worth = digits.indexOf(digit)
    if (worth < 0) return Buffer.alloc(0)
    value = value * 58n + BigInt(worth)
  }
  return Buffer.from(value.toString(16).padStart(50, '0'), 'hex')
}

/** Whether base58 text is a version, 20 bytes and their checksum. */
function isBase58Check(text: string, digits: string, version: number): boolean {
  const bytes = decodeBase58(text, digits)
  const [payload, checksum] = [bytes.subarray(0, 21), bytes.subarray(21)]
  return (
    bytes.length === 25 && payload[0] === version && hashSha256(hashSha256(payload)).subarray(0, 4).equals(checksum)
  )
}

const bech32Digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** Computes the remainder of the polynomial of BIP 173: 1 for bech32, 0x2bc830a3 for bech32m. */
function computeBech32Remainder(text: string): number {
  const split = text.lastIndexOf('1')
  const codes = [...Buffer.from(text.slice(0, split))]
  const data = text
    .slice(split + 1)
    .split('')
    .map((digit) => bech32Digits.indexOf(digit))
  let rest = 1n
  for (const value of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code % 32), ...data]) {
    const top = rest >> 25n
    rest = ((rest & 0x1ffffffn) << 5n) ^ BigInt(value)
    const generators = [0x3b6a57b2n, 0x26508e6dn, 0x1ea119fan, 0x3d4233ddn, 0x2a1462b3n]
    for (const [bit, generator] of generators.entries()) if ((top >> BigInt(bit)) & 1n) rest ^= generator
  }
  return Number(rest)
}

function isEip55(text: string): boolean {
  const digits = text.slice(2).toLowerCase()
  const check = createHash('keccak-256').update(digits).digest('hex')
  const cased = digits
    .split('')
    .map((digit, at) => (Number.parseInt(check.charAt(at), 16) > 7 ? digit.toUpperCase() : digit))
  return text === `0x${cased.join('')}`
}

const bitcoinDigits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const xrpDigits = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'

interface Chain {
  readonly isAddress: (text: string) => boolean
  readonly txid: RegExp
}

const isBitcoin = (text: string): boolean =>
  (/^tb1q.{38}$/.test(text) && computeBech32Remainder(text) === 1) ||
  (/^tb1p.{58}$/.test(text) && computeBech32Remainder(text) === 0x2bc830a3)

const chains = {
  bitcoin: { isAddress: isBitcoin, txid: /^[\da-f]{64}$/ },
  ethereum: {
    isAddress: (text) => /^0x[\dA-Fa-f]{40}$/.test(text) && isEip55(text),
    txid: /^0x[\da-f]{64}$/,
  },
  tron: {
    isAddress: (text) => text.startsWith('T') && isBase58Check(text, bitcoinDigits, 0x41),
    txid: /^[\da-f]{64}$/,
  },
  xrp: {
    isAddress: (text) => text.startsWith('r') && isBase58Check(text, xrpDigits, 0),
    txid: /^[\dA-F]{64}$/,
  },
} as const satisfies Readonly<Record<string, Chain>>

const byCoin: ReadonlyMap<string, Chain> = new Map<string, Chain>([
  ['BTC', chains.bitcoin],
  ['TRX', chains.tron],
  ['XRP', chains.xrp],
])

/** Returns the chain of a coin. Unknown coins are tokens of Ethereum. */
export const getChain = (symbol: string): Chain => byCoin.get(symbol) ?? chains.ethereum

/** Whether a text is an address of any chain. */
export const isAddress = (text: string): boolean => Object.values(chains).some((chain) => chain.isAddress(text))

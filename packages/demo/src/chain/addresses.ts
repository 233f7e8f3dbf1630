import { hash } from 'node:crypto'

import { keccak_256 as hashKeccak } from '@noble/hashes/sha3.js'
import { base58, base58xrp, bech32, bech32m, type BytesCoder } from '@scure/base'

/** Format of addresses and transaction ids on a chain. `taproot` is the format of scripts on Bitcoin. */
export type Notation = 'bitcoin' | 'taproot' | 'ethereum' | 'tron' | 'xrp'

interface NotationRules {
  /** Formats 32 bytes as an address. */
  readonly address: (bytes: Uint8Array) => string
  /** Formats 64 hexadecimal digits as a transaction id. */
  readonly transactionId: (digits: string) => string
}

const keepDigits = (digits: string): string => digits

// Ethereum, Tron and the XRP Ledger use the same address format on their test networks.
const notations: Readonly<Record<Notation, NotationRules>> = {
  bitcoin: {
    address: (bytes) => bech32.encode('tb', [0, ...bech32.toWords(bytes.subarray(0, 20))]),
    transactionId: keepDigits,
  },
  taproot: {
    address: (bytes) => bech32m.encode('tb', [1, ...bech32m.toWords(bytes)]),
    transactionId: keepDigits,
  },
  ethereum: {
    address: (bytes) => addChecksum(bytes.subarray(0, 20)),
    transactionId: (digits) => `0x${digits}`,
  },
  tron: {
    address: (bytes) => encodeBase58Check(base58, addPrefix(0x41, bytes)),
    transactionId: keepDigits,
  },
  xrp: {
    address: (bytes) => encodeBase58Check(base58xrp, addPrefix(0, bytes)),
    transactionId: (digits) => digits.toUpperCase(),
  },
}

const addPrefix = (version: number, bytes: Uint8Array): Uint8Array => Uint8Array.of(version, ...bytes.subarray(0, 20))

/** Appends a checksum, the first four bytes of a double SHA-256. */
function encodeBase58Check(base: BytesCoder, bytes: Uint8Array): string {
  const checksum = hashSha256(hashSha256(bytes)).subarray(0, 4)
  return base.encode(Buffer.concat([bytes, checksum]))
}

const hashSha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/** Formats an address with the checksum of EIP-55, which is its capital letters. */
function addChecksum(account: Uint8Array): string {
  const digits = Buffer.from(account).toString('hex')
  const check = Buffer.from(hashKeccak(Buffer.from(digits))).toString('hex')
  return `0x${digits.replaceAll(/[a-f]/g, (digit, at: number) => (check.charAt(at) >= '8' ? digit.toUpperCase() : digit))}`
}

/**
 * Derives an address of a test network from a seed. It has a valid checksum, and no known key.
 *
 * @example
 * ```ts
 * import { createTestAddress } from '@custody-wallet/demo/chain'
 *
 * console.log(createTestAddress('tron', 'user 10042')) // T...
 * ```
 */
export const createTestAddress = (notation: Notation, seed: string): string =>
  notations[notation].address(hash('sha256', `address\n${seed}`, 'buffer'))

/**
 * Derives a transaction id from a seed, in the format of its chain.
 *
 * @example
 * ```ts
 * import { createTestTransactionId } from '@custody-wallet/demo/chain'
 *
 * console.log(createTestTransactionId('ethereum', 'deposit 1')) // 0x...
 * ```
 */
export const createTestTransactionId = (notation: Notation, seed: string): string =>
  notations[notation].transactionId(hash('sha256', `transaction\n${seed}`, 'hex'))

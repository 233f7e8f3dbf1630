// Keccak-256 as Ethereum uses it. `node:crypto` has SHA-3, which pads differently; Keccak needs OpenSSL 3.2, so not in Node 22.

type Lanes = BigUint64Array

/** Keccak-256 of at most 135 bytes, which is one block. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  if (bytes.length >= rate)
    throw new RangeError(`keccak256 takes up to ${rate - 1} bytes, not ${bytes.length}.`)
  const block = new Uint8Array(200)
  block.set(bytes)
  block[bytes.length] = 1
  block[rate - 1] = (block[rate - 1] ?? 0) | 0x80
  const view = new DataView(block.buffer)
  const lanes = BigUint64Array.from({ length: 25 }, (_, at) => view.getBigUint64(at * 8, true))
  for (const constant of roundConstants) permute(lanes, constant)
  for (const [at, lane] of lanes.entries()) view.setBigUint64(at * 8, lane, true)
  return block.slice(0, 32)
}

// Bytes of the state that a block fills.
const rate = 136

function permute(lanes: Lanes, constant: bigint): void {
  const at = (index: number): bigint => lanes[index] ?? 0n
  const columns = five.map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20))
  const parity = five.map((x) => (columns[(x + 4) % 5] ?? 0n) ^ rotated(columns[(x + 1) % 5] ?? 0n, 1))
  const moved = new BigUint64Array(25)
  for (const [from, { to, by }] of moves.entries())
    moved[to] = rotated(at(from) ^ (parity[from % 5] ?? 0n), by)
  const seen = (x: number, y: number): bigint => moved[(x % 5) + y] ?? 0n
  for (const index of lanes.keys()) {
    const [x, y] = [index % 5, index - (index % 5)]
    lanes[index] = seen(x, y) ^ (~seen(x + 1, y) & seen(x + 2, y))
  }
  lanes[0] = at(0) ^ constant
}

const five = [0, 1, 2, 3, 4] as const

const rotated = (lane: bigint, by: number): bigint =>
  BigInt.asUintN(64, (lane << BigInt(by)) | (lane >> BigInt(64 - by)))

// Where each lane goes, and by how many bits it turns: the walk of the specification, which starts at lane 1.
const moves: readonly { readonly to: number; readonly by: number }[] = movesOf()

function movesOf() {
  const found = Array.from({ length: 25 }, () => ({ to: 0, by: 0 }))
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step += 1) {
    const next = (2 * x + 3 * y) % 5
    found[x + 5 * y] = { to: y + 5 * next, by: (((step + 1) * (step + 2)) / 2) % 64 }
    ;[x, y] = [y, next]
  }
  return found
}

const roundConstants: readonly bigint[] = constantsOf()

// A shift register of eight bits gives the bits 2^j - 1 of each constant.
function constantsOf(): readonly bigint[] {
  let register = 1
  const bit = (): bigint => {
    const lowest = BigInt(register & 1)
    register = (register << 1) ^ (register & 0x80 ? 0x1_71 : 0)
    return lowest
  }
  return Array.from({ length: 24 }, () =>
    [0, 1, 3, 7, 15, 31, 63].reduce((constant, place) => constant | (bit() << BigInt(place)), 0n),
  )
}

// Keccak-256 as Ethereum uses it. `node:crypto` in Node 22 has only SHA-3, which pads differently. Each lane of 64 bits is
// two halves, because bigints are ten times slower.

/** Hashes up to 135 bytes, which is one block. */
export function hashKeccak256(bytes: Uint8Array): Uint8Array {
  if (bytes.length >= rate) throw new RangeError(`hashKeccak256 accepts up to ${rate - 1} bytes, not ${bytes.length}.`)
  const block = new DataView(new ArrayBuffer(200))
  for (const [at, byte] of bytes.entries()) block.setUint8(at, byte)
  block.setUint8(bytes.length, 1)
  block.setUint8(rate - 1, block.getUint8(rate - 1) | 0x80)
  // The low half of lane n is at 2n, the high half at 2n + 1.
  const halves = Int32Array.from({ length: 50 }, (_, at) => block.getInt32(at * 4, true))
  for (const constant of roundConstants) permute(halves, constant)
  for (let at = 0; at < 8; at += 1) block.setInt32(at * 4, halves[at] ?? 0, true)
  return new Uint8Array(block.buffer, 0, 32)
}

// Bytes of the state that a block fills.
const rate = 136

const parity = new Int32Array(10)
const movedHalves = new Int32Array(50)

function permute(halves: Int32Array, [low, high]: readonly [number, number]): void {
  const getHalf = (index: number): number => halves[index] ?? 0
  for (let x = 0; x < 10; x += 1)
    parity[x] = getHalf(x) ^ getHalf(x + 10) ^ getHalf(x + 20) ^ getHalf(x + 30) ^ getHalf(x + 40)
  for (const { from, to, by, before, after } of moves) {
    const change = (half: 0 | 1): number => (parity[before + half] ?? 0) ^ rotate(parity, after, 1, half)
    lane[0] = getHalf(from) ^ change(0)
    lane[1] = getHalf(from + 1) ^ change(1)
    movedHalves[to] = rotate(lane, 0, by, 0)
    movedHalves[to + 1] = rotate(lane, 0, by, 1)
  }
  for (let row = 0; row < 50; row += 10)
    for (let x = 0; x < 10; x += 1) {
      const [next, last] = [movedHalves[row + ((x + 2) % 10)] ?? 0, movedHalves[row + ((x + 4) % 10)] ?? 0]
      halves[row + x] = (movedHalves[row + x] ?? 0) ^ (~next & last)
    }
  halves[0] = getHalf(0) ^ low
  halves[1] = getHalf(1) ^ high
}

const lane = new Int32Array(2)

/** Returns one half of a lane that is rotated left. */
function rotate(lanes: Int32Array, position: number, by: number, half: 0 | 1): number {
  const swaps = by >= 32 ? 1 : 0
  const own = lanes[position + (half ^ swaps)] ?? 0
  const other = lanes[position + (half ^ swaps ^ 1)] ?? 0
  const bits = by % 32
  return bits === 0 ? own : (own << bits) | (other >>> (32 - bits))
}

interface Move {
  readonly from: number
  readonly to: number
  /** Bits to rotate the lane by. */
  readonly by: number
  /** Columns whose parity is added. */
  readonly before: number
  readonly after: number
}

const moves: readonly Move[] = computeMoves()

// Follows the path in the specification, which starts at lane 1. Lane 0 does not move.
function computeMoves(): readonly Move[] {
  const laneMoves = [createMove(0, 0, 0, 0)]
  let [x, y] = [1, 0]
  for (let step = 1; step < 25; step += 1) {
    const next = (2 * x + 3 * y) % 5
    laneMoves.push(createMove(x, y, y + 5 * next, ((step * (step + 1)) / 2) % 64))
    ;[x, y] = [y, next]
  }
  return laneMoves
}

function createMove(x: number, y: number, to: number, by: number): Move {
  const [before, after] = [2 * ((x + 4) % 5), 2 * ((x + 1) % 5)]
  return { from: 2 * (x + 5 * y), to: 2 * to, by, before, after }
}

const roundConstants: readonly (readonly [number, number])[] = computeConstants()

// An eight-bit shift register generates the bits 2^j - 1 of each constant.
function computeConstants(): readonly (readonly [number, number])[] {
  let register = 1
  const nextBit = (): number => {
    const lowest = register & 1
    register = (register << 1) ^ (register & 0x80 ? 0x1_71 : 0)
    return lowest
  }
  return Array.from({ length: 24 }, () => {
    const low = [0, 1, 3, 7, 15, 31].reduce((constant, position) => constant | (nextBit() << position), 0)
    return [low, nextBit() << 31] as const
  })
}

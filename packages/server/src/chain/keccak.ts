// Keccak-256 as Ethereum uses it. `node:crypto` has SHA-3, which pads differently; Keccak needs OpenSSL 3.2, so not in
// Node 22. Each lane of 64 bits is two halves, because bigints take ten times as long.

/** Keccak-256 of at most 135 bytes, which is one block. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  if (bytes.length >= rate)
    throw new RangeError(`keccak256 takes up to ${rate - 1} bytes, not ${bytes.length}.`)
  const block = new DataView(new ArrayBuffer(200))
  for (const [at, byte] of bytes.entries()) block.setUint8(at, byte)
  block.setUint8(bytes.length, 1)
  block.setUint8(rate - 1, block.getUint8(rate - 1) | 0x80)
  // The low half of lane n is at 2n, and the high one behind it.
  const halves = Int32Array.from({ length: 50 }, (_, at) => block.getInt32(at * 4, true))
  for (const constant of roundConstants) permute(halves, constant)
  for (let at = 0; at < 8; at += 1) block.setInt32(at * 4, halves[at] ?? 0, true)
  return new Uint8Array(block.buffer, 0, 32)
}

// Bytes of the state that a block fills.
const rate = 136

const parity = new Int32Array(10)
const moved = new Int32Array(50)

function permute(halves: Int32Array, [low, high]: readonly [number, number]): void {
  const at = (index: number): number => halves[index] ?? 0
  for (let x = 0; x < 10; x += 1) parity[x] = at(x) ^ at(x + 10) ^ at(x + 20) ^ at(x + 30) ^ at(x + 40)
  for (const { from, to, by, before, after } of moves) {
    const change = (half: 0 | 1): number => (parity[before + half] ?? 0) ^ turned(parity, after, 1, half)
    lane[0] = at(from) ^ change(0)
    lane[1] = at(from + 1) ^ change(1)
    moved[to] = turned(lane, 0, by, 0)
    moved[to + 1] = turned(lane, 0, by, 1)
  }
  for (let row = 0; row < 50; row += 10)
    for (let x = 0; x < 10; x += 1) {
      const [next, last] = [moved[row + ((x + 2) % 10)] ?? 0, moved[row + ((x + 4) % 10)] ?? 0]
      halves[row + x] = (moved[row + x] ?? 0) ^ (~next & last)
    }
  halves[0] = at(0) ^ low
  halves[1] = at(1) ^ high
}

const lane = new Int32Array(2)

/** One half of a lane that is turned left by some bits. */
function turned(lanes: Int32Array, place: number, by: number, half: 0 | 1): number {
  const swaps = by >= 32 ? 1 : 0
  const own = lanes[place + (half ^ swaps)] ?? 0
  const other = lanes[place + (half ^ swaps ^ 1)] ?? 0
  const bits = by % 32
  return bits === 0 ? own : (own << bits) | (other >>> (32 - bits))
}

interface Move {
  readonly from: number
  readonly to: number
  /** Bits by which the lane turns. */
  readonly by: number
  /** Columns whose parity changes it. */
  readonly before: number
  readonly after: number
}

const moves: readonly Move[] = movesOf()

// The walk of the specification, which starts at lane 1. Lane 0 stays where it is.
function movesOf(): readonly Move[] {
  const found = [moveOf(0, 0, 0, 0)]
  let [x, y] = [1, 0]
  for (let step = 1; step < 25; step += 1) {
    const next = (2 * x + 3 * y) % 5
    found.push(moveOf(x, y, y + 5 * next, ((step * (step + 1)) / 2) % 64))
    ;[x, y] = [y, next]
  }
  return found
}

function moveOf(x: number, y: number, to: number, by: number): Move {
  const [before, after] = [2 * ((x + 4) % 5), 2 * ((x + 1) % 5)]
  return { from: 2 * (x + 5 * y), to: 2 * to, by, before, after }
}

const roundConstants: readonly (readonly [number, number])[] = constantsOf()

// A shift register of eight bits gives the bits 2^j - 1 of each constant.
function constantsOf(): readonly (readonly [number, number])[] {
  let register = 1
  const bit = (): number => {
    const lowest = register & 1
    register = (register << 1) ^ (register & 0x80 ? 0x1_71 : 0)
    return lowest
  }
  return Array.from({ length: 24 }, () => {
    const low = [0, 1, 3, 7, 15, 31].reduce((constant, place) => constant | (bit() << place), 0)
    return [low, bit() << 31] as const
  })
}

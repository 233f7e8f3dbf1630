// Tarballs of packages: made by pnpm, and read without unpacking them anywhere.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { ReleaseError } from '../steps/failure.ts'
import { pnpm } from '../steps/programs.ts'

/** Bytes of the tarball that the package in a folder is published as. */
export async function packed(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const place = mkdtempSync(join(tmpdir(), 'pack-'))
  try {
    const { filename }: { filename: string } = JSON.parse(
      await pnpm(['pack', '--json', '--pack-destination', place], folder),
    )
    return new Uint8Array(readFileSync(filename))
  } finally {
    rmSync(place, { recursive: true })
  }
}

const block = 512
const root = 'package/'
/** More than all packages together: what unpacks to more is no package of ours. */
const largest = 1 << 26
/** Where the header of a file has its fields, by the USTAR format. */
const fields = {
  name: [0, 100],
  size: [124, 136],
  sum: [148, 156],
  type: [156, 157],
  prefix: [345, 500],
} as const

/**
 * Files of a package, by their path in it. Readers of archives differ in what they make of a strange one, so whatever
 * could be read in two ways is refused: what is judged here has to be what users unpack.
 */
export function filesIn(tarball: Uint8Array): ReadonlyMap<string, string> {
  const bytes = gunzipSync(tarball, { maxOutputLength: largest })
  const files = new Map<string, string>()
  let at = 0
  while (bytes[at]) {
    const { path, size } = headerOf(bytes.subarray(at, at + block))
    const end = at + block + size
    if (files.has(path) || end > bytes.length)
      throw new ReleaseError(`The tarball holds ${path} twice, or not as a whole.`)
    files.set(path, bytes.toString('utf8', at + block, end))
    at += block + Math.ceil(size / block) * block
  }
  if (bytes.length - at < 2 * block || bytes.subarray(at).some((byte) => byte !== 0))
    throw new ReleaseError('The tarball holds something after its end.')
  return files
}

function headerOf(header: Buffer): { readonly path: string; readonly size: number } {
  const field = ([start, end]: readonly [number, number]): string =>
    header.toString('utf8', start, end).replace(/\0.*/s, '')
  const path = [field(fields.prefix), field(fields.name)].filter(Boolean).join('/')
  if (field(fields.type) !== '0' || !path.startsWith(root) || path !== posix.normalize(path))
    throw new ReleaseError(`The tarball holds ${path}, which is no file of a package; look at \`files\`.`)
  if (octal(field(fields.sum)) !== sumOf(header))
    throw new ReleaseError(`The tarball holds ${path} under a damaged header.`)
  return { path: path.slice(root.length), size: octal(field(fields.size)) }
}

// Some readers take numbers in other writings, and with a sign.
function octal(text: string): number {
  if (!/^[0-7]+ ?$/.test(text)) throw new ReleaseError('The tarball holds a file whose size is no number.')
  return Number.parseInt(text, 8)
}

/** Sum of the bytes of a header, its own field counted as spaces. */
const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= fields.sum[0] && at < fields.sum[1] ? 32 : byte), 0)

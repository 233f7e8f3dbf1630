// Reads tarballs in memory.
import { posix } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { ReleaseError } from '../../workspace/failure.ts'

const block = 512
const root = 'package/'
/** More bytes than all our packages have together. */
const maxBytes = 1 << 26
/** Positions of the fields in a USTAR header. */
const fields = {
  name: [0, 100],
  size: [124, 136],
  sum: [148, 156],
  type: [156, 157],
  prefix: [345, 500],
} as const

/**
 * Files of a package, by path. Programs read unusual archives in different ways, so everything ambiguous is rejected:
 * users must unpack exactly the files that are checked here.
 */
export function readFiles(tarball: Uint8Array): ReadonlyMap<string, string> {
  const bytes = gunzipSync(tarball, { maxOutputLength: maxBytes })
  const files = new Map<string, string>()
  let at = 0
  while (bytes[at]) {
    const { path, size } = readHeader(bytes.subarray(at, at + block))
    const end = at + block + size
    if (files.has(path) || end > bytes.length)
      throw new ReleaseError(`The tarball contains ${path} twice or truncated: pack it again.`)
    files.set(path, bytes.toString('utf8', at + block, end))
    at += block + Math.ceil(size / block) * block
  }
  if (bytes.length - at < 2 * block || bytes.subarray(at).some((byte) => byte !== 0))
    throw new ReleaseError('The tarball has no end or continues after it: pack it again.')
  return files
}

function readHeader(header: Buffer): { readonly path: string; readonly size: number } {
  const readText = ([start, end]: readonly [number, number]): string =>
    header.toString('utf8', start, end).replace(/\0.*/s, '')
  const path = [readText(fields.prefix), readText(fields.name)].filter(Boolean).join('/')
  if (readText(fields.type) !== '0' || !path.startsWith(root) || path !== posix.normalize(path))
    throw new ReleaseError(`The tarball contains ${path}, which is not a regular file of the package: check \`files\`.`)
  if (parseOctal(readText(fields.sum)) !== computeChecksum(header))
    throw new ReleaseError(`The header of ${path} in the tarball is corrupted: pack it again.`)
  return { path: path.slice(root.length), size: parseOctal(readText(fields.size)) }
}

// Some programs also read signed and binary numbers.
function parseOctal(text: string): number {
  if (!/^[0-7]+ ?$/.test(text)) throw new ReleaseError('A number in a header of the tarball is invalid: pack it again.')
  return Number.parseInt(text, 8)
}

/** The sum of all bytes, where the checksum itself counts as spaces. */
const computeChecksum = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= fields.sum[0] && at < fields.sum[1] ? 32 : byte), 0)

import { matchesGlob } from 'node:path/posix'
import { brotliCompressSync } from 'node:zlib'

/** The largest size of parts of the packages, compressed by Brotli, in kB. A file belongs to the first part that it fits. */
export const limits: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  cli: {
    'dist/generated/guides.js': 22,
    'dist/verify/*.js': 16,
    'dist/**/*.js': 86,
  },
  client: {
    'dist/calls/*.js': 8.5,
    'dist/protocols/*.js': 2.5,
    'dist/errors/*.js': 5,
    'dist/generated/*.js': 1,
    'dist/{token/*,clock}.js': 4,
  },
  demo: {
    'dist/chain/*.js': 2.5,
    'dist/cli/*.js': 6.5,
    'dist/*.js': 5.5,
  },
  encryption: {
    'dist/modern/*.js': 9,
    'dist/classic/*.js': 10,
    'dist/gateway/*.js': 11,
    'dist/keys/*.js': 19,
  },
  mock: {
    'assets/*': 2.5,
    'dist/records/*.js': 9,
    'dist/{plain,description,prism,http}/*.js': 16,
    'dist/{wire,demo}/*.js': 6,
    'dist/cli/*.js': 8,
  },
  pages: {
    'assets/*.js': 1,
    'styles/*.css': 9.5,
    'dist/gallery/*.js': 7,
    'dist/**/*.js': 14.5,
  },
  receiver: {
    'dist/testing.js': 2,
    'dist/*.js': 11,
  },
  sandbox: {
    'dist/**/*.js': 208,
  },
  server: {
    'dist/core/*.js': 13.5,
    'dist/{*,service/*}.js': 10,
  },
  store: {
    'dist/{postgres,sqlite}.js': 3.5,
    'dist/*.js': 5.5,
  },
  telemetry: {
    'dist/*.js': 4,
  },
  types: {
    'dist/index.js': 1,
    'dist/generated/operations.js': 4,
    'dist/generated/validators.js': 5,
    'dist/{validate/explain,generated/shapes}.js': 8,
  },
}

/** Parts of a package that are larger than their limit, or have no file. */
export function findSizeProblems(
  files: ReadonlyMap<string, string>,
  parts: Readonly<Record<string, number>>,
): readonly string[] {
  const sizes = new Map(Object.keys(parts).map((part) => [part, 0]))
  for (const [file, text] of files) {
    const part = [...sizes.keys()].find((pattern) => matchesGlob(file, pattern))
    if (part !== undefined) sizes.set(part, (sizes.get(part) ?? 0) + brotliCompressSync(text).length / 1000)
  }
  return [...sizes].flatMap(([part, size]) => {
    if (size === 0) return [`no file fits ${part}: correct its pattern in tools/package/contents/sizes.ts.`]
    const limit = parts[part] ?? 0
    return size > limit ? [`${part} has ${size.toFixed(1)} kB, and its limit is ${limit} kB.`] : []
  })
}

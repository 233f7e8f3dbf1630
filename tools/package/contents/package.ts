// A package as its users receive it: its files and their rules. publint and attw check its entries and
// types; its list in api/ names every file.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

import type { Manifest } from '../surface/entries.ts'
import { readFiles } from './tarball.ts'

export interface Package {
  readonly manifest: Manifest
  /** Texts of the files, by path. */
  readonly files: ReadonlyMap<string, string>
}

/** Reads a tarball. */
export function readPackage(tarball: Uint8Array): Package {
  const files = readFiles(tarball)
  return { files, manifest: JSON.parse(files.get('package.json') ?? '{}') }
}

type Rule = (contents: Package) => readonly string[]

const rules = {
  manifest: ({ manifest: { license, sideEffects } }) => [
    ...(license === 'MIT' ? [] : ['`license` must be MIT, as in the repository.']),
    ...(sideEffects === false ? [] : ['`sideEffects` must be false, or bundlers keep everything.']),
  ],

  // A user setting can switch off our hook for pnpm, which removes these.
  hooks: ({ manifest }) =>
    (['scripts', 'devDependencies'] as const)
      .filter((key) => Object.hasOwn(manifest, key))
      .map((key) => `package.json has \`${key}\`: pack it with the hooks of .pnpmfile.mjs.`),

  secrets: ({ manifest: { name }, files }) =>
    [...files]
      .filter(([file, text]) => isSecret(`${name}/${file}`, text))
      .map(([file]) => `${file} is or contains a secret: remove it, and replace the secret.`),

  imports: ({ files }) =>
    [...files]
      .filter(([file]) => /\.(?:js|ts)$/.test(file))
      .flatMap(([file, text]) =>
        [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)]
          .map(([, path = '']) => join(dirname(file), path))
          .filter((path) => !files.has(resolveImport(path, file)))
          .map((path) => `${file} imports ${path}, which is missing: check \`files\` and the build.`),
      ),

  paths: ({ files }) =>
    [...files].flatMap(([file, text]) => {
      const [path] = machinePath.exec(text) ?? []
      return path === undefined ? [] : [`${file} contains ${path}, a path of the build machine: remove it.`]
    }),
} satisfies Record<string, Rule>

/** Rules that a package breaks. */
export const findRuleProblems = (contents: Package): readonly string[] =>
  Object.values<Rule>(rules).flatMap((rule) => rule(contents))

/** Problems of a package, by the rules and its committed list. */
export function findProblems(contents: Package, root: string): readonly string[] {
  const list = join(root, 'api', `${basename(contents.manifest.name)}.contents.txt`)
  return [
    ...findRuleProblems(contents),
    ...findListProblems(contents, existsSync(list) ? readFileSync(list, 'utf8') : ''),
  ]
}

// Declarations import the module that they were made from.
const resolveImport = (path: string, importer: string): string =>
  importer.endsWith('.d.ts') ? path.replace(/\.(?:js|tsx?)$/, '.d.ts') : path

const escapePattern = (path: string): string => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const machinePath = new RegExp(
  [
    String.raw`\b[A-Z]:\\\\?Users\\`,
    String.raw`(?<![\w.])/(?:home|Users)/[\w.-]+/`,
    ...[repository, `${homedir()}/`].map((path) => `(?<![\\w.])${escapePattern(path)}`),
  ].join('|'),
)

// Published test keys, which open only the published messages beside them.
const publishedKeys = new Set([
  '@custody-wallet/encryption/vectors/classic.json',
  '@custody-wallet/encryption/vectors/modern.json',
])
const secretName = /\/\.env[^/]*$|\.(?:pem|key)$/i
const secretText = new RegExp(
  [
    // The header of a private key and its start. Code may contain the header alone.
    String.raw`BEGIN [A-Z ]*PRIVATE KEY-----(?:\\[nr]|\s)*[A-Za-z0-9+/]{40}`,
    // The private field of a JWK.
    String.raw`"d"\s*:\s*"[\w-]{40}`,
    String.raw`\b(?:npm_[A-Za-z0-9]{36}|gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{22}|AKIA[A-Z0-9]{16})`,
  ].join('|'),
)

const isSecret = (path: string, text: string): boolean =>
  !publishedKeys.has(path) && (secretName.test(path) || secretText.test(text))

const changelog = 'CHANGELOG.md'

/** The list of a package: one path per line. It has the changelog, which the first release creates. */
export const formatFileList = ({ files }: Package): string =>
  `${[...new Set([...files.keys(), changelog])].toSorted().join('\n')}\n`

const maxProblems = 8

/** Files that are only in the package or only in the list. */
export function findListProblems({ files, manifest }: Package, list: string): readonly string[] {
  const listedFiles = new Set(list.split('\n').filter(Boolean))
  const packedFiles = new Set([...files.keys(), ...(manifest.version === '0.0.0' ? [changelog] : [])])
  const found = [
    ...[...packedFiles]
      .filter((file) => !listedFiles.has(file))
      .map((file) => `${file} is packed, but not in its list.`),
    ...[...listedFiles]
      .filter((file) => !packedFiles.has(file))
      .map((file) => `${file} is in its list, but not packed.`),
  ]
  if (found.length === 0) return []
  const more = found.length > maxProblems ? [`... and ${found.length - maxProblems} more.`] : []
  return [...found.slice(0, maxProblems), ...more, 'If this is intended, run `npm run generate` and commit the list.']
}

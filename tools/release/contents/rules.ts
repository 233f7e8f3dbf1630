// What has to be true of a package as its users receive it.
import { homedir } from 'node:os'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

import { entriesOf } from '../surface/entries.ts'
import { type Files, isUnreleased, type Package } from './package.ts'
import { isSecret } from './secrets.ts'

type Rule = (contents: Package) => readonly string[]

const rules = {
  complete: ({ manifest, files }) =>
    ['LICENSE', 'README.md', ...(isUnreleased(manifest) ? [] : ['CHANGELOG.md'])]
      .filter((file) => !files.has(file))
      .map((file) => `${file} is missing: write it, and name it in \`files\`.`),

  pure: ({ manifest: { license, sideEffects } }) => [
    ...(license === 'MIT' ? [] : ['`license` has to be MIT, as the repository is.']),
    ...(sideEffects === false ? [] : ['`sideEffects` has to be false, or bundlers keep all of it.']),
  ],

  closed: ({ manifest }) =>
    entriesOf(manifest)
      .filter(({ specifier, targets }) => /\*(?!\.json$)/m.test([specifier, ...targets].join('\n')))
      .map(({ specifier }) => `${specifier} opens a whole folder: name its files one by one.`),

  entered: ({ manifest, files }) =>
    [...entriesOf(manifest).flatMap(withTypes), ...Object.values(manifest.bin ?? {})]
      .map((target) => target.replace('./', ''))
      .filter((target) => ![...files.keys()].some((file) => isAt(file, target)))
      .map((target) => `${target} is missing, and \`exports\` or \`bin\` leads to it.`),

  idle: ({ manifest: { scripts = {} } }) =>
    Object.keys(scripts)
      .filter((name) => /^(?:pre|post)?install$|^(?:pre|post)?prepare$/.test(name))
      .map((name) => `The script ${name} would run at its users' when they install it: take it out.`),

  // Our hook for pnpm takes these out, and a setting of whoever packs can switch that off.
  bare: ({ manifest }) =>
    (['scripts', 'devDependencies', 'carried'] as const)
      .filter((key) => Object.hasOwn(manifest, key))
      .map((key) => `package.json has \`${key}\`: pack it with the hooks of .pnpmfile.mjs.`),

  secret: ({ manifest: { name }, files }) =>
    [...files]
      .filter(([file, text]) => isSecret(`${name}/${file}`, text))
      .map(([file]) => `${file} is or holds a secret: take it out, and make a new one.`),

  linked: ({ files }) =>
    modulesIn(files).flatMap(([file, text]) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)]
        .map(([, path = '']) => join(dirname(file), path))
        .filter((path) => !files.has(builtFrom(path, file)))
        .map((path) => `${file} imports ${path}, which is not there.`),
    ),

  mapped: ({ files }) =>
    [...files].flatMap(([file, text]) => [
      ...[...text.matchAll(/^\/\/# sourceMappingURL=(.+)$/gm)]
        .map(([, map = '']) => join(dirname(file), map))
        .filter((map) => !files.has(map))
        .map((map) => `${file} names the source map ${map}, which is not there.`),
      ...sourcesOf(file, text)
        .filter((source) => !files.has(source))
        .map((source) => `${file} names the source ${source}, which is not there.`),
    ]),

  untested: ({ files }) =>
    [...files.keys()]
      .filter((file) =>
        /(?:^|\/)(?:tests?|fixtures|reports)\/|\.(?:test|spec)\.|config\.|tsbuildinfo/.test(file),
      )
      .map((file) => `${file} is of no use to its users: leave it out of \`files\`.`),

  portable: ({ files }) =>
    [...files]
      .filter(([, text]) => machinePath.test(text))
      .map(
        ([file, text]) =>
          `${file} holds ${machinePath.exec(text)?.[0]}, a path of the machine that built it.`,
      ),
} satisfies Record<string, Rule>

/** What is wrong with a package, in sentences. */
export const problemsIn = (contents: Package): readonly string[] =>
  Object.values<Rule>(rules).flatMap((rule) => rule(contents))

const withTypes = ({ targets }: { readonly targets: readonly string[] }): readonly string[] =>
  targets.flatMap((target) =>
    target.endsWith('.js') ? [target, target.replace(/\.js$/, '.d.ts')] : [target],
  )

const isAt = (file: string, target: string): boolean => {
  const [start = '', end] = target.split('*')
  return end === undefined ? file === target : file.startsWith(start) && file.endsWith(end)
}

const modulesIn = (files: Files): readonly (readonly [string, string])[] =>
  [...files].filter(([file]) => /\.(?:js|ts)$/.test(file))

// Declarations name the module that they were made from.
const builtFrom = (path: string, importer: string): string =>
  importer.endsWith('.d.ts') ? path.replace(/\.(?:js|ts)$/, '.d.ts') : path

function sourcesOf(file: string, text: string): readonly string[] {
  if (!file.endsWith('.map')) return []
  const { sources, sourceRoot = '' }: { sources: readonly string[]; sourceRoot?: string } = JSON.parse(text)
  return sources.map((source) => join(dirname(file), sourceRoot, source))
}

const quoted = (path: string): string => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const machinePath = new RegExp(
  [
    String.raw`\b[A-Z]:\\\\?Users\\`,
    String.raw`(?<![\w.])/(?:home|Users)/[\w.-]+/`,
    ...[repository, `${homedir()}/`].map((path) => `(?<![\\w.])${quoted(path)}`),
  ].join('|'),
)

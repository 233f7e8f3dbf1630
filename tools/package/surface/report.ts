import type { Section, Surface } from './surface.ts'

/** The report of a package, as it is committed. */
export function reportOf({ manifest, sections, reached, imported }: Surface): string {
  return joined([
    `# ${manifest.name}`,
    'The public surface of this package, from its declarations. `npm run generate` writes this page.',
    listed([
      ...Object.entries(manifest.engines ?? {}).map(([engine, range]) => `needs ${engine} \`${range}\``),
      ...Object.keys(manifest.bin ?? {}).map((program) => `has the program \`${program}\``),
    ]),
    ...sections.map(sectionOf),
    ...part('Reached but not exported', reached, '\n\n'),
    ...part('Imported from other packages', imported, '\n'),
  ])
}

function sectionOf({ specifier, choices, declarations, elsewhere, declared }: Section): string {
  return joined([
    `## ${specifier}`,
    declarations === undefined ? 'Data.' : '',
    listed(choices.map(([condition, target]) => `\`${condition}\` -> \`${target}\``)),
    code(elsewhere, '\n'),
    code(declared, '\n\n'),
  ])
}

const part = (heading: string, texts: readonly string[], between: string): readonly string[] =>
  texts.length > 0 ? [`## ${heading}`, code(texts, between)] : []

const code = (texts: readonly string[], between: string): string =>
  texts.length > 0 ? `\`\`\`ts\n${texts.join(between)}\n\`\`\`` : ''

const listed = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

const joined = (blocks: readonly string[]): string =>
  `${blocks
    .filter((block) => block !== '')
    .join('\n\n')
    .trimEnd()}\n`

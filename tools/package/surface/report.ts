import type { Section, Surface } from './surface.ts'

/** The report of a package, as it is committed. */
export function formatReport({ manifest, sections, references, imports }: Surface): string {
  return joinBlocks([
    `# ${manifest.name}`,
    'The public surface of this package, from its declarations. `npm run generate` writes this page.',
    formatList([
      ...Object.entries(manifest.engines ?? {}).map(([engine, range]) => `needs ${engine} \`${range}\``),
      ...Object.keys(manifest.bin ?? {}).map((program) => `has the program \`${program}\``),
    ]),
    ...sections.map(formatSection),
    ...formatPart('Reached but not exported', references, '\n\n'),
    ...formatPart('Imported from other packages', imports, '\n'),
  ])
}

function formatSection({ specifier, choices, declarations, elsewhere, declared }: Section): string {
  return joinBlocks([
    `## ${specifier}`,
    declarations === undefined ? 'Data.' : '',
    formatList(choices.map(([condition, target]) => `\`${condition}\` -> \`${target}\``)),
    formatCode(elsewhere, '\n'),
    formatCode(declared, '\n\n'),
  ])
}

const formatPart = (heading: string, texts: readonly string[], between: string): readonly string[] =>
  texts.length > 0 ? [`## ${heading}`, formatCode(texts, between)] : []

const formatCode = (texts: readonly string[], between: string): string =>
  texts.length > 0 ? `\`\`\`ts\n${texts.join(between)}\n\`\`\`` : ''

const formatList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

const joinBlocks = (blocks: readonly string[]): string =>
  `${blocks
    .filter((block) => block !== '')
    .join('\n\n')
    .trimEnd()}\n`

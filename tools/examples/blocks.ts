// Code blocks in Markdown pages and in doc comments, which editors show as Markdown.
import { readFiles, type SourceFile } from './repository.ts'

export interface Block {
  /** Its file and line, such as `README.md:12`. */
  readonly location: string
  /** The word after the opening fence, or an empty string. */
  readonly language: string
  readonly code: string
}

const pages = [
  '*.md',
  'packages/*/README.md',
  'packages/*/vectors/README.md',
  'spec/*.md',
  'spec/guides/*.md',
  'spec/generated/*.md',
  'docs/*.md',
  'samples/*.md',
  'packages/*/src/**/*.ts',
]

/** Whether a block uses a generated client. `tools/interop` generates it, and compiles and runs the block. */
export const usesGeneratedClient = ({ code }: Block): boolean => code.includes(` from './client/`)

/** Whether a block uses a framework that only `test/full/frameworks.test.ts` installs, and compiles and runs the block. */
const usesInstalledFramework = ({ code }: Block): boolean => / from '(?:@nestjs|@tanstack|next)\//.test(code)

/** All other blocks of the repository, by file. */
export const readBlocks = (root: string): readonly Block[] =>
  readFiles(root, pages)
    .toSorted((one, other) => one.path.localeCompare(other.path))
    .flatMap(listBlocks)
    .filter((block) => !usesGeneratedClient(block) && !usesInstalledFramework(block))

/** The name of the file in which a program begins with a comment such as `// profile.ts`. */
export const getFileName = (code: string): string | undefined => /^\/\/ ([\w./[\]-]+\.m?tsx?)\n/.exec(code)?.[1]

/** Blocks of one file. A block without an end has a language that no check accepts. */
export function listBlocks({ path, text }: SourceFile): readonly Block[] {
  const margin = path.endsWith('.ts') ? /^ *\* ?/ : ''
  const lines = text.split('\n').map((line) => line.replace(margin, ''))
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? [index] : []))
  return fences.flatMap((start, index) => {
    if (index % 2 === 1) return []
    const end = fences[index + 1]
    const language = end === undefined ? 'block without an end' : (lines[start]?.slice(3) ?? '')
    const code = `${lines.slice(start + 1, end).join('\n')}\n`
    return [{ location: `${path}:${start + 1}`, language, code }]
  })
}

// All pages of the site, and all its files.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'

import { stringify } from 'yaml'

import { type Contract, controlFile, readContract, root, viewFile } from './contract.ts'
import { type BothSides, newSides } from './envelope/exchange.ts'
import { envelopePage } from './envelope/page.ts'
import { descriptionScript, redocScript } from './output/redoc.ts'
import { styleSheet } from './output/styles.ts'
import { llmsFullText, llmsText } from './output/texts.ts'
import type { Page } from './page.ts'
import { callPages } from './pages/calls.ts'
import { changelogPage } from './pages/changelog.ts'
import { codesPage } from './pages/codes.ts'
import { commandsPage } from './pages/commands.ts'
import { documentPages } from './pages/documents.ts'
import { guidePages } from './pages/guides.ts'
import { homePage } from './pages/home.ts'
import { languagePages, sampleFiles } from './pages/languages.ts'
import { limitsPage } from './pages/limits.ts'
import { notFoundPage } from './pages/not-found.ts'
import { openPointsPage } from './pages/open-points.ts'
import { packagePages } from './pages/packages.ts'
import { downloadsPage, referencePage } from './pages/reference.ts'
import { sandboxPage } from './pages/sandbox.ts'
import { statesPage } from './pages/states.ts'
import { pageHtml } from './render/layout.ts'
import { twinOf } from './render/markdown.ts'
import { searchScript } from './search/script.ts'

/** Texts of the files of the site, by their path in it. */
export type Files = ReadonlyMap<string, string>

/** Every page, in the order of the navigation. */
export async function pagesOf(contract: Contract, sides: BothSides = newSides()): Promise<readonly Page[]> {
  const pages = [
    ...documentPages(),
    ...guidePages(),
    ...languagePages(),
    ...packagePages(),
    referencePage('plain', contract),
    referencePage('wire', contract),
    ...callPages(contract),
    await envelopePage(contract, sides),
    statesPage(contract),
    codesPage(contract),
    limitsPage(contract),
    openPointsPage(),
    sandboxPage(),
    commandsPage(),
    await changelogPage(),
    downloadsPage(),
  ]
  return [homePage(pages), ...pages]
}

/** Every file of the site. */
export function siteFiles(contract: Contract, pages: readonly Page[]): Files {
  return new Map([
    ...[...pages, notFoundPage(pages)].flatMap((page) => [
      [`${page.path}.html`, pageHtml(page, pages)] as const,
      [`${page.path}.md`, twinOf(page)] as const,
    ]),
    ...documents(contract),
    ...sampleFiles(),
    ...assets(),
    ['assets/search-index.js', searchScript(pages)],
    ['llms.txt', llmsText(pages)],
    ['llms-full.txt', llmsFullText(pages)],
  ])
}

const views = ['plain', 'wire'] as const

const documents = (contract: Contract): readonly (readonly [string, string])[] => [
  ...views.flatMap((view) => [
    ...formsOf(view, viewFile(view)),
    [`assets/${view}-description.js`, descriptionScript(view, contract)] as const,
  ]),
  ...formsOf('control', controlFile),
]

/** A document as JSON and as YAML. */
function formsOf(name: string, file: URL): readonly (readonly [string, string])[] {
  const text = readFileSync(file, 'utf8')
  return [
    [`openapi/${name}.json`, text],
    [`openapi/${name}.yaml`, stringify(JSON.parse(text), yamlStyle)],
  ]
}

// Lines are not wrapped. YAML 1.1 needs quotes around words such as `no`.
const yamlStyle = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const

function assets(): readonly (readonly [string, string])[] {
  const folder = new URL('assets/', import.meta.url)
  const own = readdirSync(folder).map(
    (name) => [`assets/${name}`, readFileSync(new URL(name, folder), 'utf8')] as const,
  )
  return [...own, ['assets/style.css', styleSheet()], ['assets/redoc.js', redocScript()]]
}

// The site is not committed.
const target: URL = new URL('dist/docs/', root)

/** Every file of the site, from the current contract. */
export async function wholeSite(): Promise<Files> {
  const contract = readContract()
  return siteFiles(contract, await pagesOf(contract))
}

/** Builds the site into a folder. Removes everything else from it. */
export async function buildDocs(place: URL = target): Promise<Files> {
  const files = await wholeSite()
  rmSync(place, { recursive: true, force: true })
  for (const [file, text] of files) {
    const at = new URL(file, place)
    mkdirSync(new URL('.', at), { recursive: true })
    writeFileSync(at, text)
  }
  return files
}

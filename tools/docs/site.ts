import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'

import { stringify } from 'yaml'

import { type Contract, controlFile, readContract, root, getViewFile } from './contract.ts'
import { type BothSides, createSides } from './envelope/exchange.ts'
import { createEnvelopePage } from './envelope/page.ts'
import { readBinaries } from './output/binaries.ts'
import { createDescriptionScript, createRedocScript } from './output/redoc.ts'
import { createStyleSheet } from './output/styles.ts'
import { createLlmsFullText, createLlmsText } from './output/texts.ts'
import type { Files, Page } from './page.ts'
import { createCallPages } from './pages/calls.ts'
import { createChangelogPage } from './pages/changelog.ts'
import { createCodesPage } from './pages/codes.ts'
import { createCommandsPage } from './pages/commands.ts'
import { createDocumentPages } from './pages/documents.ts'
import { createGuidePages } from './pages/guides.ts'
import { createHomePage } from './pages/home.ts'
import { createLanguagePages, listSampleFiles } from './pages/languages.ts'
import { createLimitsPage } from './pages/limits.ts'
import { createNotFoundPage } from './pages/not-found.ts'
import { createOpenPointsPage } from './pages/open-points.ts'
import { createPackagePages } from './pages/packages.ts'
import { createDownloadsPage, createReferencePage } from './pages/reference.ts'
import { createSandboxPage } from './pages/sandbox.ts'
import { createStatesPage } from './pages/states.ts'
import { renderPage } from './render/layout.ts'
import { createMarkdownTwin } from './render/markdown.ts'
import { createSearchScript } from './search/script.ts'

/** Creates all pages in the order of the navigation. */
export async function createPages(contract: Contract, sides: BothSides = createSides()): Promise<readonly Page[]> {
  const pages = [
    ...createDocumentPages(),
    ...createGuidePages(),
    ...createLanguagePages(),
    ...createPackagePages(),
    createReferencePage('plain', contract),
    createReferencePage('wire', contract),
    ...createCallPages(contract),
    await createEnvelopePage(contract, sides),
    await createStatesPage(contract),
    createCodesPage(contract),
    createLimitsPage(contract),
    createOpenPointsPage(),
    createSandboxPage(),
    createCommandsPage(),
    await createChangelogPage(),
    createDownloadsPage(),
  ]
  return [createHomePage(), ...pages]
}

/** Creates all files of the site. */
export function createSiteFiles(contract: Contract, pages: readonly Page[]): Files {
  return new Map([
    ...[...pages, createNotFoundPage(pages)].flatMap((page) => [
      [`${page.path}.html`, renderPage(page, pages)] as const,
      [`${page.path}.md`, createMarkdownTwin(page)] as const,
    ]),
    ...listDocuments(contract),
    ...listSampleFiles(),
    ...readAssets(),
    ['assets/search-index.js', createSearchScript(pages)],
    ['llms.txt', createLlmsText(pages)],
    ['llms-full.txt', createLlmsFullText(pages)],
  ])
}

const views = ['plain', 'wire'] as const

const listDocuments = (contract: Contract): readonly (readonly [string, string])[] => [
  ...views.flatMap((view) => [
    ...formatDocument(view, getViewFile(view)),
    [`assets/${view}-description.js`, createDescriptionScript(view, contract)] as const,
  ]),
  ...formatDocument('control', controlFile),
]

function formatDocument(name: string, file: URL): readonly (readonly [string, string])[] {
  const text = readFileSync(file, 'utf8')
  return [
    [`openapi/${name}.json`, text],
    [`openapi/${name}.yaml`, stringify(JSON.parse(text), yamlStyle)],
  ]
}

// Lines are not wrapped. YAML 1.1 needs quotes around words such as `no`.
const yamlStyle = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const

function readAssets(): readonly (readonly [string, string])[] {
  const folder = new URL('assets/', import.meta.url)
  const own = readdirSync(folder).map(
    (name) => [`assets/${name}`, readFileSync(new URL(name, folder), 'utf8')] as const,
  )
  return [...own, ['assets/style.css', createStyleSheet()], ['assets/redoc.js', createRedocScript()]]
}

// The site is not committed.
const target: URL = new URL('dist/docs/', root)

/** Creates all files of the site from the current contract. */
export async function createSite(): Promise<Files> {
  const contract = readContract()
  return createSiteFiles(contract, await createPages(contract))
}

/** Builds the site in a folder, and removes everything else from it. */
export async function buildDocs(folder: URL = target): Promise<Files> {
  const files = await createSite()
  rmSync(folder, { recursive: true, force: true })
  for (const [file, content] of [...files, ...(await readBinaries())]) {
    const at = new URL(file, folder)
    mkdirSync(new URL('.', at), { recursive: true })
    writeFileSync(at, content)
  }
  return files
}

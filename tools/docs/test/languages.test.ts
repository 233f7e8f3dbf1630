import { readFileSync, readdirSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { readSiteFile, files } from './site.ts'

const samples = new URL('../../../samples/', import.meta.url)
const folders = readdirSync(samples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const listSources = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, samples), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:go|java|php|py)$/.test(name),
  )

describe.each(folders)('the page of %s', (folder) => {
  const page = readSiteFile(`languages/${folder}.md`)

  // run.* are test programs.
  test.each(listSources(folder).filter((name) => !/^run\W/i.test(name)))('contains the source of %s', (name) => {
    const text = readFileSync(new URL(`${folder}/${name}`, samples), 'utf8')
    expect(page).toContain(`\n${text.trimEnd()}\n\`\`\`\n`)
    const isExample = /^example\W/i.test(name)
    expect(files.get(`samples/${folder}/${name}`)).toBe(isExample ? undefined : text)
  })

  test('contains installation, limits, and a link to the steps', () => {
    expect(page).toMatch(/## Install\n\n```sh\napt-get install /)
    expect(page).toContain('## What it does not do')
    expect(page).toContain('](../envelope.md)')
  })
})

import { readdirSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { folder, guides, createGuidesModule } from '../guides.ts'

test('every file of spec/guides is in the list of guides', () => {
  expect(readdirSync(folder).toSorted()).toEqual(guides.map((name) => `${name}.md`).toSorted())
})

describe('the module of the guides', () => {
  const text = createGuidesModule({})

  test('names other pages of the repository without a link', () => {
    expect(text).toContain('Work through Your first hour:')
    expect(text).not.toContain('](../')
  })

  test('links guides to each other by their ids', () => {
    expect(text).toContain('](guides/sync-and-paging)')
    expect(text).not.toContain('](./')
  })
})

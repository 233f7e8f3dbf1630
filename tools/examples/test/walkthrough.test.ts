import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { createReader } from '../reader.ts'
import { findMissing, listSteps } from '../walkthrough.ts'

const createPage = (text: string) => ({ path: 'page.md', text })

describe('the steps of a page', () => {
  test('are typed, started, saved and seen', () => {
    const text = [
      '```sh\nls\n```',
      '```sh\nserve # until Ctrl-C\n```',
      '```ts\n// one.mts\n```',
      '```text\na … b\n```',
      '```json\n{}\n```',
    ]
    const steps = listSteps(createPage(text.join('\n\n')))
    expect(steps.map(({ does }) => does)).toEqual(['type', 'start', 'save', 'see', 'see JSON'])
    expect(steps[2]).toMatchObject({ file: 'one.mts' })
  })

  test.each([
    ['a program without a name', '```ts\nlet a\n```', 'begin the program with its name'],
    ['a language that a reader cannot use', '```yaml\na: 1\n```', 'there is no step for a block in "yaml"'],
  ])('with %s are rejected', (_name, text, problem) => {
    expect(() => listSteps(createPage(text))).toThrow(problem)
  })
})

describe('an output', () => {
  const createStep = (language: string, code: string) => listSteps(createPage(`\`\`\`${language}\n${code}\n\`\`\``))[0]
  const findMissingLines = (output: string, language: string, code: string) => {
    const shown = createStep(language, code)
    return shown ? findMissing(output, shown) : 'no step'
  }

  test('has the lines that a page shows, with any text of a line for an ellipsis', () => {
    expect(findMissingLines('before a b (c) after', 'text', 'a … (c)')).toBe('')
    expect(findMissingLines('a\n(c)', 'text', 'a … (c)')).toMatch(/^These lines are missing:\na … \(c\)\n/)
  })

  test('has JSON in a line of its own, however it is written', () => {
    expect(findMissingLines('before\n{"b":2,"a":1}\nafter', 'json', '{ "a": 1, "b": 2 }')).toBe('')
    expect(findMissingLines('{"a":2}', 'json', '{ "a": 1 }')).toContain('There is:\n{"a":2}')
  })

  test('matters only after a block that shows one', () => {
    expect(findMissingLines('', 'sh', 'ls')).toBe('')
  })
})

describe('a reader', () => {
  function createTestReader() {
    const [cwd, notes] = [mkdtempSync(join(tmpdir(), 'reader-')), mkdtempSync(join(tmpdir(), 'notes-'))]
    const ended = new AbortController()
    onTestFinished(() => {
      ended.abort()
      for (const folder of [cwd, notes]) rmSync(folder, { recursive: true, force: true })
    })
    return { cwd, reader: createReader({ cwd, env: process.env, signal: ended.signal }, notes) }
  }

  test('stays in the folder and keeps the variables of what was typed before', async () => {
    const { cwd, reader: own } = createTestReader()
    await own.type('mkdir inside\ncd inside\nname=value\n')
    own.save('file.txt', 'text')
    await own.type('printf "%s" "$name"\n')
    expect(own.readNews()).toContain('value')
    expect(readFileSync(join(cwd, 'inside/file.txt'), 'utf8')).toBe('text')
  })

  test('sees only what came after the last typing, also from a program that keeps running', async () => {
    const { reader: own } = createTestReader()
    await own.type('echo first\n')
    own.start('echo started # until Ctrl-C\n')
    await expect.poll(own.readNews).toContain('started')
    expect(own.readNews()).not.toContain('first')
  })

  test('notices a command that fails in the middle', async () => {
    const { reader: own } = createTestReader()
    await expect(own.type('false\necho after\n')).rejects.toThrow('exited before it was ready')
  })
})

// Every task of the gate runs again if a file changes that it reads, and only then.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTemporaryFolder } from '../../clean-up.ts'
import { root } from '../../root.ts'
import { copyTree } from '../../tree.ts'

interface Task {
  readonly taskId: string
  readonly command: string
  readonly directory: string
  readonly hash: string
  readonly inputs: Readonly<Record<string, string>>
  readonly dependencies: readonly string[]
  readonly resolvedTaskDefinition: { readonly outputs: readonly string[] }
}

interface Plan {
  readonly tasks: readonly Task[]
  readonly globalCacheInputs: { readonly files: Readonly<Record<string, string>> }
}

const bin = join(root, 'node_modules/.bin')
const { scripts }: { scripts: { test: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const gate = / run (.*?) --/.exec(scripts.test)?.[1]?.split(' ') ?? []

/** Tasks that turbo would run in a folder, and their input files. */
function readPlan(folder: string): Plan {
  const args = ['run', ...gate, '--dry=json']
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  return JSON.parse(execFileSync(join(bin, 'turbo'), args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 28 }))
}

const isRunning = ({ command }: Task): boolean => command !== '<NONEXISTENT>'
const getId = ({ taskId }: Task): string => taskId.replace('@custody-wallet/', '').replace('//#', '')
const space = createTemporaryFolder('tasks-')
afterAll(() => space[Symbol.dispose]())

describe('a change of a file', () => {
  const copy = join(space.path, 'changed')
  const readHashes = (): Map<string, string> =>
    new Map(
      readPlan(copy)
        .tasks.filter(isRunning)
        .map((task) => [getId(task), task.hash]),
    )
  let before = new Map<string, string>()

  beforeAll(() => {
    copyTree(root, copy, 'as it is')
    before = readHashes()
  })

  /** The tasks that run again after a change. */
  function listRerun(file: string): readonly string[] {
    const path = join(copy, file)
    const content = readFileSync(path)
    appendFileSync(path, '\n')
    const after = readHashes()
    writeFileSync(path, content)
    return [...after].flatMap(([id, hash]) => (before.get(id) === hash ? [] : [id])).toSorted()
  }

  // The tests of the tools check all texts and tools. No test of a package reads a text.
  const text = ['docs#build', 'format', 'test:tools']
  const code = ['format', 'test:tools']
  const source = [...text, 'lint:tools', 'package', 'surface', 'unused']
  const listTasks = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => ['build', 'lint', 'test'].map((task) => `${name}#${task}`))

  test.each([
    ['README.md', text],
    ['docs/first-hour.md', text],
    ['packages/sandbox/README.md', ['package', ...text]],
    ['spec/guides/errors.md', ['contract', 'fresh', 'released', ...text]],
    ['packages/cli/src/index.ts', [...listTasks('cli'), ...source]],
    ['packages/cli/test/help.test.ts', ['cli#lint', 'cli#test', 'unused', ...code]],
    ['packages/cli/test/full/output.test.ts', ['cli#lint', 'unused', ...code]],
    ['packages/sandbox/src/index.ts', [...listTasks('sandbox', 'receiver', 'cli', 'telemetry'), ...source]],
    ['tools/bench/main.ts', ['lint:tools', 'unused', ...code]],
  ] as const)('of %s runs only the tasks again that read it', (file, tasks) => {
    expect(listRerun(file)).toEqual(tasks.toSorted())
  })
})

describe('with only the files that it declares', () => {
  const { tasks, globalCacheInputs } = readPlan(root)
  const byId = new Map(tasks.map((task) => [task.taskId, task]))

  /** A task, those before it, and those before these. */
  function listUpTo(task: Task, seen = new Set<Task>()): Set<Task> {
    seen.add(task)
    for (const id of task.dependencies) {
      const one = byId.get(id)
      if (one && !seen.has(one)) listUpTo(one, seen)
    }
    return seen
  }

  /** Copies what a task declares, what the tasks before it read and wrote, and the links to installed packages. */
  function copyDeclared(task: Task, into: string): void {
    const before = [...listUpTo(task)]
    const outputs = before
      .filter((one) => one !== task)
      .flatMap(({ directory, resolvedTaskDefinition }) =>
        globSync([...resolvedTaskDefinition.outputs], { cwd: join(root, directory) }).map((file) =>
          join(directory, file),
        ),
      )
    const inputs = before.flatMap(({ directory, inputs }) => Object.keys(inputs).map((file) => join(directory, file)))
    for (const file of new Set([...Object.keys(globalCacheInputs.files), ...inputs, ...outputs])) copyFile(file, into)
    for (const links of globSync('{packages,tools}/*/node_modules', { cwd: root }))
      // They are relative: they lead to the copies of other packages, and to what is installed.
      cpSync(join(root, links), join(into, links), { recursive: true, verbatimSymlinks: true })
    symlinkSync(join(root, 'node_modules'), join(into, 'node_modules'))
  }

  function copyFile(file: string, into: string): void {
    if (!statSync(join(root, file)).isFile()) return
    mkdirSync(dirname(join(into, file)), { recursive: true })
    copyFileSync(join(root, file), join(into, file))
  }

  // The others read all files of their kind, and would read what is installed in a copy without git.
  const readers = tasks.filter((task) => isRunning(task) && !/lint|format|unused/.test(getId(task)))

  test.each(readers.map((task) => [getId(task), task] as const))('%s passes', (id, task) => {
    const folder = join(space.path, id.replaceAll(/\W/g, '-'))
    const copy = join(folder, 'tree')
    copyDeclared(task, copy)
    symlinkSync(join(root, '../shared'), join(folder, 'shared'))
    const { status, stdout, stderr } = spawnSync(task.command, {
      cwd: join(copy, task.directory),
      env: { ...process.env, NO_COLOR: '1', PATH: [bin, process.env['PATH']].join(delimiter) },
      shell: true,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    // The end of the output names the file that is missing.
    expect({ status, output: status === 0 ? '' : `${stdout}${stderr}`.slice(-6000).split('\n') }).toEqual({
      status: 0,
      output: '',
    })
  })
})

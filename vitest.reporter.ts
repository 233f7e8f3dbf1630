import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

type Unhandled = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number]
type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0]

const wrongNames = {
  'a placeholder': /%(\d+\$)?[sdifjoO](?!\w)|\$[a-z]/i,
  'a path of the run': /[/\\]run-\w{6}[/\\]/,
  'more than 500 characters': /^[^]{501}/,
}

/** Fails a run that does not end, leaves processes or files in the temporary folder, or has tests with wrong names. */
export class RunReporter implements Reporter {
  readonly #mode: string
  readonly #minutes: number
  readonly #patience: number
  readonly #faults: string[] = []
  readonly #running = new Set<string>()
  #root = ''
  #temporary = ''

  /** The run may take so many minutes, and its processes so many seconds more to end. */
  constructor(mode: string, minutes: number, patience = 120) {
    this.#mode = mode
    this.#minutes = minutes
    this.#patience = patience
  }

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
    rmSync(this.#report, { force: true })
    const folder = mkdtempSync(join(tmpdir(), 'run-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    this.#temporary = join(folder, 't')
    mkdirSync(this.#temporary)
    // PostgreSQL runs as another user than root.
    for (const path of [folder, this.#temporary]) chmodSync(path, 0o711)
    Object.assign(process.env, {
      ...Object.fromEntries(['TMPDIR', 'TMP', 'TEMP'].map((name) => [name, this.#temporary])),
      RUN_FOLDER: folder,
    })
    // Tests compare what programs print without colours.
    delete process.env['FORCE_COLOR']
    const limit = vitest.config.watch ? undefined : setTimeout(() => this.end(), this.#minutes * 60_000)
    vitest.onClose(async () => {
      await this.#checkLeft()
      clearTimeout(limit)
      if (this.#faults.length > 0) this.#fail()
    })
  }

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.#running.add(relativeModuleId)
  }

  onTestModuleCollected({ children }: TestModule): void {
    for (const test of children.allTests())
      for (const [what, pattern] of Object.entries(wrongNames))
        if (pattern.test(test.fullName))
          this.#faults.push(`The name of a test has ${what}: ${describeEntity(test).slice(0, 200)}`)
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#running.delete(relativeModuleId)
  }

  onTestCaseReady(test: TestCase): void {
    this.#running.add(describeEntity(test))
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(describeEntity(test))
  }

  onHookStart({ entity, name }: Hook): void {
    this.#running.add(`${describeEntity(entity)} > ${name}`)
  }

  onHookEnd({ entity, name }: Hook): void {
    this.#running.delete(`${describeEntity(entity)} > ${name}`)
  }

  // The reporter of the counts knows only errors of tests.
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly Unhandled[]): void {
    for (const { message, cause } of errors)
      this.#faults.push([`Unhandled error: ${message}`, ...(cause ? [cause.message] : [])].join('\n  '))
  }

  /** Ends a run that takes too long. */
  end(): void {
    const names = [...this.#running]
    const inner = names.filter((name) => !names.some((other) => other.startsWith(`${name} > `)))
    const running = inner.length > 0 ? inner : ['no test, but a global setup or what a test left']
    this.#faults.push([`The run did not end within ${this.#minutes} minutes. Still running:`, ...running].join('\n  '))
    this.#fail()
    for (const { pid } of listProcesses(this.#temporary)) kill(pid)
    process.exit()
  }

  async #checkLeft(): Promise<void> {
    let processes = listProcesses(this.#temporary)
    // A process that was ended may take its time.
    for (let i = 0; i < this.#patience * 10 && processes.length > 0; i += 1) {
      if (i === 10) process.stderr.write(`Waiting up to ${this.#patience} s for the end of ${processes[0]?.command}\n`)
      await sleep(100)
      processes = listProcesses(this.#temporary)
    }
    for (const { pid, command } of processes) {
      this.#faults.push(`The run left a process: ${command}`)
      kill(pid)
    }
    // Node's programs share the modules that they compiled.
    for (const name of readdirSync(this.#temporary).filter((one) => one !== 'node-compile-cache'))
      this.#faults.push(`The run left ${name} in the temporary folder`)
  }

  get #report(): string {
    return join(this.#root, `reports/${this.#mode}-run.json`)
  }

  /** Writes the faults for tools/summary.js, in the format of the reporter of the counts, which knows only tests. */
  #fail(): void {
    const message = this.#faults.join('\n')
    process.stderr.write(`\n${message}\n`)
    const result = { name: this.#root, status: 'failed', message, assertionResults: [] }
    mkdirSync(join(this.#root, 'reports'), { recursive: true })
    writeFileSync(this.#report, JSON.stringify({ testResults: [result] }))
    process.exitCode = 1
  }
}

function describeEntity(entity: Hook['entity']): string {
  return entity.type === 'module' ? entity.relativeModuleId : `${entity.module.relativeModuleId} > ${entity.fullName}`
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** Processes of a run, by their temporary folder. Only Linux shows it. */
function listProcesses(folder: string): readonly { readonly pid: number; readonly command: string }[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')
    } catch {
      return []
    }
  }
  const ids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return ids
    .filter((pid) => read(pid, 'environ').includes(`TMPDIR=${folder}`))
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline').join(' ').trim() }))
}

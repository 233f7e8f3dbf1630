// A reader with terminals, who follows a page.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type RunningProgram, start, type RunOptions } from '../workspace/processes.ts'

export interface Reader {
  /** Types code into the first terminal, and waits until it is done. */
  readonly type: (code: string) => Promise<void>
  /** Types code into a new terminal in the same folder. It keeps running. */
  readonly start: (code: string) => void
  /** Saves a file in the folder of the first terminal. */
  readonly save: (name: string, text: string) => void
  /** Output of all terminals since the last command. */
  readonly readNews: () => string
}

// A bash whose input is a socket treats it as a remote login and reads the user's settings for those.
const bash = ['bash', '--norc', '--noprofile'] as const

/** A reader whose first terminal is in a folder. A command that fails ends that terminal, and `type` rejects. */
export function createReader(where: RunOptions, notes: string): Reader {
  const first = start(bash, where)
  const terminals: RunningProgram[] = [first]
  let previous = new Map<RunningProgram, RunningProgram['output']>()
  let cwd = where.cwd
  let count = 0
  first.type('set -eo pipefail\n')

  /** The line that runs code as if it was typed, without the input of the terminal. */
  const getLine = (code: string): string => {
    const file = join(notes, `typed-${(count += 1)}.sh`)
    writeFileSync(file, code)
    previous = new Map(terminals.map((terminal) => [terminal, { ...terminal.output }]))
    return `. '${file}' < /dev/null`
  }
  return {
    async type(code) {
      first.type(`${getLine(code)}\nprintf "\\ndone %s in %s\\n" ${count} "$PWD"\n`)
      const [, folder = ''] = await first.waitForOutput(new RegExp(`^done ${count} in (.+)\n`, 'm'))
      cwd = folder
    },
    start(code) {
      const terminal = start(bash, { ...where, cwd })
      terminal.type(`${getLine(code)}\n`)
      terminals.push(terminal)
    },
    save: (name, text) => writeFileSync(join(cwd, name), text),
    readNews: () => terminals.map((terminal) => formatNews(terminal, previous.get(terminal))).join(''),
  }
}

const formatNews = ({ output }: RunningProgram, previous: RunningProgram['output'] = { out: '', err: '' }): string =>
  output.out.slice(previous.out.length) + output.err.slice(previous.err.length)

// A reader with terminals, who types what a page says.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Running, start, type Where } from '../workspace/processes.ts'

export interface Reader {
  /** Types code into the first terminal, and waits until it is done. */
  readonly type: (code: string) => Promise<void>
  /** Types code into a new terminal in the same folder. It keeps running. */
  readonly start: (code: string) => void
  /** Saves a file in the folder of the first terminal. */
  readonly save: (name: string, text: string) => void
  /** What all terminals have printed since code was typed last. */
  readonly news: () => string
}

// A bash whose input is a socket takes itself for a remote login, and reads what the user has set up for those.
const bash = ['bash', '--norc', '--noprofile'] as const

/** A reader whose first terminal is in a folder. A command that fails ends that terminal, and `type` rejects. */
export function readerIn(where: Where, notes: string): Reader {
  const first = start(bash, where)
  const terminals: Running[] = [first]
  let seen = new Map<Running, Running['said']>()
  let cwd = where.cwd
  let count = 0
  first.type('set -eo pipefail\n')

  /** The line that runs code as if it was typed, without the input of the terminal. */
  const lineOf = (code: string): string => {
    const file = join(notes, `typed-${(count += 1)}.sh`)
    writeFileSync(file, code)
    seen = new Map(terminals.map((terminal) => [terminal, { ...terminal.said }]))
    return `. '${file}' < /dev/null`
  }
  return {
    async type(code) {
      first.type(`${lineOf(code)}\nprintf "\\ndone %s in %s\\n" ${count} "$PWD"\n`)
      const [, folder = ''] = await first.saying(new RegExp(`^done ${count} in (.+)\n`, 'm'))
      cwd = folder
    },
    start(code) {
      const terminal = start(bash, { ...where, cwd })
      terminal.type(`${lineOf(code)}\n`)
      terminals.push(terminal)
    },
    save: (name, text) => writeFileSync(join(cwd, name), text),
    news: () => terminals.map((terminal) => newsOf(terminal, seen.get(terminal))).join(''),
  }
}

const newsOf = ({ said }: Running, seen: Running['said'] = { out: '', err: '' }): string =>
  said.out.slice(seen.out.length) + said.err.slice(seen.err.length)

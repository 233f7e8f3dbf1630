import type { Step } from './consumer.ts'
import type { Ran } from './programs.ts'

/** What is wrong with what a step did, for whoever has to mend it; nothing where all is as it has to be. */
export function complaint({ run, prints, fails }: Step, { code, out, err }: Ran): string | undefined {
  const said = `${out}${err}`
  const told = `$ ${run.join(' ')}\n${said.trimEnd()}`
  if (fails) {
    if (code === 0) return `${told}\nThis ended well and has to fail.`
    return fails.test(said) ? undefined : `${told}\nThis has to fail with ${String(fails)}.`
  }
  if (code !== 0) return `${told}\nThis ended with ${code ?? 'a signal'}.`
  const wanted = prints.map((line) => `${line}\n`).join('')
  return out === wanted ? undefined : `${told}\nThis has to print:\n${wanted.trimEnd() || '(nothing)'}`
}

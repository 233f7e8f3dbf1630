import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The small description, which meets every rule. */
export const small: string = join(import.meta.dirname, '../fixtures/rules')

interface WrittenFile {
  readonly replace: string
  readonly by: string
  readonly says: RegExp
  /** The line that the problem points to, if it is not the first one that differs. */
  readonly line?: string
  /** The file to break, if it is not that of the other breaks. */
  readonly file?: string
  /** The file that the problem points to, if it is not the broken one. */
  readonly pointsTo?: string
  /** Other rules that find something, too. */
  readonly besides?: readonly string[]
}

/** One way to break the small description, and the problem that this makes. */
export interface Break extends WrittenFile {
  readonly breaks: string
  readonly rule: string
  readonly file: string
  /** Text of the broken file. */
  readonly text: string
  readonly line: string
}

/** Breaks of a rule, by name. */
export const createBreaks = (
  rule: string,
  usualFile: string,
  breaks: Readonly<Record<string, WrittenFile>>,
): readonly Break[] =>
  Object.entries(breaks).map(([what, { file = usualFile, ...written }]) => {
    const sound = readFileSync(join(small, file), 'utf8')
    if (!sound.includes(written.replace)) throw new Error(`${file} has no ${written.replace} to replace.`)
    const text = sound.replace(written.replace, () => written.by)
    return { line: findFirstChange(sound, text), ...written, breaks: what, rule, file, text }
  })

function findFirstChange(before: string, after: string): string {
  const lines = before.split('\n')
  return (after.split('\n').find((line, index) => line !== lines[index]) ?? '').trim()
}

export const base = 'base.yaml'
export const token = 'paths/open-api@v1@merchant@token.yaml'
export const v2 = 'paths/api@v2@billing@withdrawList.yaml'
export const mpc = 'paths/api@mpc@stakes.yaml'
export const v1 = 'paths/api@v1@deposit@notify.yaml'
export const lookup = 'schemas/WithdrawalLookup.yaml'
export const notification = 'schemas/DepositNotification.yaml'
export const responseFile = 'schemas/Outcome.yaml'
export const withdrawal = 'schemas/Withdrawal.yaml'
export const stakes = 'schemas/StakesAfter.yaml'
export const fields = 'schemas/fields.yaml'
export const servers = 'servers.yaml'
export const pages = 'schemas/Stakes.yaml'
export const states = 'schemas/states.yaml'

import type { Run } from '../commands.ts'

export const run: Run<'call'> = async (line, screen) => {
  screen.print(line.text('timeout') ?? '')
}

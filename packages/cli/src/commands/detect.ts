// custody detect: which settings fit a captured message.
import { misuse } from '@custody-wallet/server/cli'

import type { Line, Run } from '../commands.ts'
import { detect } from '../detect/index.ts'
import { keysOf } from '../detect/key-sources.ts'
import { reportText } from '../detect/report.ts'
import type { Screen } from '../screen.ts'
import { textOf, variablesOf } from '../settings.ts'

export const run: Run<'detect'> = async (line, screen) => {
  const captured = await capturedText(line, screen)
  const keys = keysOf(line.all('key'), await variablesOf(line, screen))
  const report = detect(captured, keys, { appId: line.text('app-id') })
  if (line.has('json')) screen.value(report)
  else screen.print(reportText(report, screen.style))
  return report.findings.length > 0 && report.findings.every(({ fits }) => fits) ? 0 : 1
}

async function capturedText({ positionals }: Line<'detect'>, screen: Screen): Promise<string> {
  const [file = '-', ...more] = positionals
  if (more.length > 0) throw misuse('custody detect takes one FILE, or - for standard input.')
  const captured = file === '-' ? await screen.input() : textOf(file)
  if (captured.trim() === '')
    throw misuse('The capture is empty. Give a FILE, or write it to standard input.')
  return captured
}

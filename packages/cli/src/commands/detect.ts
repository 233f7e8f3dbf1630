import { createMisuse } from '@custody-wallet/demo/cli'

import type { Line, Run } from '../commands.ts'
import { detect } from '../detect/index.ts'
import { readKeys } from '../detect/key-sources.ts'
import { formatReport } from '../detect/report.ts'
import type { Screen } from '../screen.ts'
import { readText, readVariables } from '../settings.ts'

export const run: Run<'detect'> = async (line, screen) => {
  const capture = await readCapture(line, screen)
  const keys = readKeys(line.all('key'), await readVariables(line, screen))
  const report = detect(capture, keys, { appId: line.text('app-id') })
  if (line.has('json')) screen.value(report)
  else screen.print(formatReport(report, screen.style))
  return report.findings.length > 0 && report.findings.every(({ fits }) => fits) ? 0 : 1
}

async function readCapture({ positionals }: Line<'detect'>, screen: Screen): Promise<string> {
  const [file = '-', ...more] = positionals
  if (more.length > 0)
    throw createMisuse(`custody detect accepts one FILE, or - for standard input. Remove ${more.join(' ')}.`)
  const capture = file === '-' ? await screen.input() : readText(file)
  if (capture.trim() === '') throw createMisuse('The capture is empty. Give a FILE, or pipe it to standard input.')
  return capture
}

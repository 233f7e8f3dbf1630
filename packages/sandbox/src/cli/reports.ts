import type { Terminal } from '@custody-wallet/demo/cli'

import type { SandboxOptions } from '../options.ts'

type Reports = Pick<SandboxOptions, 'onCall' | 'onError' | 'onRejected'>

/** Prints rejections and errors. In verbose mode, it also prints every call. */
export const createReports = (
  { print, warn }: Pick<Terminal, 'print' | 'warn'>,
  { verbose }: { readonly verbose: boolean },
): Reports => ({
  onRejected: ({ operation, reason }) => warn(`Rejected ${operation}: ${reason}.`),
  onError: (error) => warn(`Failed: ${error instanceof Error ? error.message : String(error)}`),
  ...(verbose && {
    onCall({ view, operation, appId, status, code, duration }) {
      const words = [view, operation ?? 'no-call', appId ?? 'no-merchant', status, code ?? '-']
      print(`${words.join(' ')} ${duration.toFixed(1)} ms`)
    },
  }),
})

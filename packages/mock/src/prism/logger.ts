const nothing = (): void => {}

/** Prism loses half its throughput to its own log, and nobody reads that. */
export const silent: Logger = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  success: nothing,
  child: () => silent,
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'success'

type Logger = Readonly<Record<Level, () => void>> & { readonly child: () => Logger }

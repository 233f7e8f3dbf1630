const doNothing = (): void => {}

/** Prism's own logger would halve its throughput. */
export const silentLogger: Logger = {
  trace: doNothing,
  debug: doNothing,
  info: doNothing,
  warn: doNothing,
  error: doNothing,
  fatal: doNothing,
  success: doNothing,
  child: () => silentLogger,
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'success'

type Logger = Readonly<Record<Level, () => void>> & { readonly child: () => Logger }

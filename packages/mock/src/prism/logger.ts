const doNothing = (): void => {}

/** A silent logger, because Prism's log takes half of its throughput. */
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

const nothing = (): void => {}

/** A silent logger, because Prism's log takes half of its throughput. */
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

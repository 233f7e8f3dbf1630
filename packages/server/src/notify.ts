/** Calls a hook without waiting for it, and ignores its failures. */
export function notify<T>(hook: ((value: T) => unknown) | undefined, value: T): void {
  try {
    Promise.resolve(hook?.(value)).catch(() => undefined)
  } catch {}
}

/** Calls a hook and does not wait for it. A hook that fails, at once or later, changes no answer and ends no process. */
export function tell<T>(hook: ((told: T) => unknown) | undefined, told: T): void {
  void called(hook, told)
}

async function called<T>(hook: ((told: T) => unknown) | undefined, told: T): Promise<void> {
  try {
    await hook?.(told)
  } catch {}
}

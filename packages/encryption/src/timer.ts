/** Calls back after some milliseconds, unless the returned function is called before. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

/** `setTimeout`, in this form. */
export const setTimer: SetTimer = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

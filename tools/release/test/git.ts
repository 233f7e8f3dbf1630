/** How git commits in a test: under some name, and with no work of its own left running in the folder afterwards. */
export const gitSettings: readonly string[] = [
  'user.name=Somebody',
  'user.email=somebody@example.org',
  'maintenance.auto=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

/** Settings of git for tests: an author, and no maintenance in the background. */
export const gitSettings: readonly string[] = [
  'user.name=Somebody',
  'user.email=somebody@example.org',
  'maintenance.auto=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

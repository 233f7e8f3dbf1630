import { globSync } from 'node:fs'

import { ReleaseError } from '../../workspace/failure.ts'

/** Rejects pending changesets: their changes need a new version. The job that publishes has no tool that reads them. */
export function rejectPendingChangesets(root: string): void {
  const pages = globSync('.changeset/*.md', { cwd: root }).filter((path) => !/README\.md$/i.test(path))
  const [first, ...others] = pages.toSorted()
  if (first === undefined) return
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  throw new ReleaseError(`${first}${more} has no version yet: run npm run release:prepare and commit what it writes.`)
}

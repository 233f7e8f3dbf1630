// A folder for the temporary files of a test run, which is removed when the run ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'custody-tests-'))
  // The workers, which start later, have the same environment.
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

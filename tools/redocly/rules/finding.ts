import type { RuleContext } from '../model.ts'

/** Something to mend in a node, by the path from there to the place. */
export interface Finding {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Reports what the checks of a rule find in a node. */
export function reportAll(
  findings: Iterable<Finding>,
  { location, report }: Pick<RuleContext, 'location' | 'report'>,
): void {
  for (const { path, message } of findings) report({ message, location: location.child(path) })
}

import type { Rule, RuleContext } from '../model.ts'
import { envelope, family, pathFile, resource, retry } from './calls.ts'
import { failureAnswer, namedExamples, referenceExample } from './examples.ts'
import { knownExtension, openPoint } from './marks.ts'
import { batchAndCursor } from './paging.ts'
import { filledMembers, requestMembers } from './requests.ts'
import { boundedInteger, describedProperty, describedReference, personalMember } from './schemas.ts'
import { codeTable, knownValues } from './values.ts'
import { wireNumber } from './wire-number.ts'

// By the id in redocly.yaml, without the prefix `custody/`.
const written: Readonly<Record<string, Rule>> = {
  'batch-and-cursor': batchAndCursor,
  'bounded-integer': boundedInteger,
  'code-table': codeTable,
  'described-property': describedProperty,
  'described-reference': describedReference,
  envelope,
  'failure-answer': failureAnswer,
  family,
  'filled-members': filledMembers,
  'known-extension': knownExtension,
  'known-values': knownValues,
  'named-examples': namedExamples,
  'open-point': openPoint,
  'path-file': pathFile,
  'personal-member': personalMember,
  'reference-example': referenceExample,
  'request-members': requestMembers,
  resource,
  retry,
  'wire-number': wireNumber,
}

/** The rules of the contract. */
export const rules: Readonly<Record<string, () => unknown>> = Object.fromEntries(
  Object.entries(written).map(([id, rule]) => [id, () => guarded(rule())]),
)

// A node may have any shape, because rules run beside the check of types. An error would end the run without a place, so
// the rule reports the node instead.
function guarded(visit: unknown): unknown {
  if (typeof visit === 'object' && visit !== null)
    return Object.fromEntries(Object.entries(visit).map(([name, inner]) => [name, guarded(inner)]))
  if (typeof visit !== 'function') return visit
  return (node: unknown, context: RuleContext) => {
    try {
      Reflect.apply(visit, undefined, [node, context])
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const message = `Correct this node or what it leads to: the rule cannot read it (${reason}).`
      context.report({ message, location: context.location.key() })
    }
  }
}

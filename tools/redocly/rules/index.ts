import type { Rule, RuleContext } from '../model.ts'
import { envelope, family, pathFile, resource, retry } from './calls.ts'
import { failureResponse, namedExamples, referenceExample } from './examples.ts'
import { knownExtension, openPoint } from './marks.ts'
import { batchAndCursor } from './paging.ts'
import { filledFields, requestFields } from './requests.ts'
import { boundedInteger, describedProperty, describedReference, personalField } from './schemas.ts'
import { codeTable, knownValues } from './values.ts'
import { wireNumber } from './wire-number.ts'

// By the id in redocly.yaml, without the prefix `custody/`.
const rulesById: Readonly<Record<string, Rule>> = {
  'batch-and-cursor': batchAndCursor,
  'bounded-integer': boundedInteger,
  'code-table': codeTable,
  'described-property': describedProperty,
  'described-reference': describedReference,
  envelope,
  'failure-response': failureResponse,
  family,
  'filled-fields': filledFields,
  'known-extension': knownExtension,
  'known-values': knownValues,
  'named-examples': namedExamples,
  'open-point': openPoint,
  'path-file': pathFile,
  'personal-field': personalField,
  'reference-example': referenceExample,
  'request-fields': requestFields,
  resource,
  retry,
  'wire-number': wireNumber,
}

/** The rules of the contract. */
export const rules: Readonly<Record<string, () => unknown>> = Object.fromEntries(
  Object.entries(rulesById).map(([id, rule]) => [id, () => guardVisitor(rule())]),
)

// A node may have any shape, because rules run beside the check of types. An error would end the run without a location, so
// the rule reports the node instead.
function guardVisitor(visit: unknown): unknown {
  if (typeof visit === 'object' && visit !== null)
    return Object.fromEntries(Object.entries(visit).map(([name, inner]) => [name, guardVisitor(inner)]))
  if (typeof visit !== 'function') return visit
  return (node: unknown, context: RuleContext) => {
    try {
      Reflect.apply(visit, undefined, [node, context])
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const message = `Correct this node or its target: the rule can't read it (${reason}).`
      context.report({ message, location: context.location.key() })
    }
  }
}

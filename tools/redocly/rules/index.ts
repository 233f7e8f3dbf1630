import type { Rule } from '../model.ts'
import { batchAndCursor } from './batch-and-cursor.ts'
import { boundedInteger } from './bounded-integer.ts'
import { codeTable } from './code-table.ts'
import { describedProperty } from './described-property.ts'
import { describedReference } from './described-reference.ts'
import { envelope } from './envelope.ts'
import { failureAnswer } from './failure-answer.ts'
import { family } from './family.ts'
import { guarded } from './guarded.ts'
import { knownExtension } from './known-extension.ts'
import { knownValues } from './known-values.ts'
import { limit } from './limit.ts'
import { namedExamples } from './named-examples.ts'
import { openPoint } from './open-point.ts'
import { pathFile } from './path-file.ts'
import { pattern } from './pattern.ts'
import { personalMember } from './personal-member.ts'
import { referenceExample } from './reference-example.ts'
import { filledMembers, requestMembers } from './request-members.ts'
import { resource } from './resource.ts'
import { retry } from './retry.ts'
import { wireNumber } from './wire-number.ts'

// By the ids under which redocly.yaml turns them on, there with the prefix `custody/`.
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
  limit,
  'named-examples': namedExamples,
  'open-point': openPoint,
  'path-file': pathFile,
  pattern,
  'personal-member': personalMember,
  'reference-example': referenceExample,
  'request-members': requestMembers,
  resource,
  retry,
  'wire-number': wireNumber,
}

/** The rules of the contract. */
export const rules: Readonly<Record<string, () => object>> = Object.fromEntries(
  Object.entries(written).map(([id, rule]) => [id, guarded(rule)]),
)

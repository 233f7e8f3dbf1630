import { readFileSync } from 'node:fs'

import type { Document, Operation } from '../../redocly/document.ts'
import type { Views } from '../server.ts'

const read = (view: keyof Views): string =>
  readFileSync(new URL(`../../../packages/types/openapi/${view}.json`, import.meta.url), 'utf8')

/** Both views as they are generated. */
export const views: Views = { plain: read('plain'), wire: read('wire') }

export const plain: Document = JSON.parse(views.plain) as Document

/** A plain view with one operation, whose words are the given ones. */
export function documentWith(words: Partial<Operation>, path = '/users'): Document {
  const operation: Operation = {
    operationId: 'findUser',
    summary: 'Find a user',
    description: 'Finds a user.',
    tags: ['Users'],
    responses: {},
    'x-family': 'v2',
    ...words,
  }
  return { ...plain, paths: { [path]: { get: operation } } }
}

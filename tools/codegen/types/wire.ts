import type { Document } from '../../redocly/document.ts'
import { sourceOf } from './source.ts'

/** `paths`, `operations` and `components` of the wire view, as openapi-typescript writes them. */
export const wireModule = (document: Document): Promise<string> => sourceOf(document)

import type { ShapeName } from '../generated/shapes.ts'

/** A schema of the plain view as plain data. */
export interface Shape {
  readonly ref?: ShapeName
  readonly title?: string
  readonly type?: 'string' | 'integer' | 'boolean' | 'object' | 'array'
  readonly format?: string
  readonly pattern?: string
  readonly const?: string | number | boolean
  readonly enum?: readonly (string | number)[]
  readonly not?: Shape
  readonly anyOf?: readonly Shape[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

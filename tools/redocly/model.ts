// The small part of Redocly's plugin interface that we use. Its own types come in a package of 30 dependencies.
import type {
  CodeTable,
  Document,
  Family,
  Limit,
  OpenPoint,
  Operation,
  PathItem,
  Reference,
  Schema,
} from './document.ts'

/** How a field is checked: a scalar, a node type or its name, or a choice by the value. */
type PropertyType =
  | string
  | null
  | { readonly type: 'string' | 'boolean' | 'integer' }
  | { readonly type: 'array'; readonly items: PropertyType }
  | { readonly enum: readonly string[] }
  | NamedType
  | ((value: unknown) => PropertyType)

export interface NodeType {
  readonly properties: Readonly<Record<string, PropertyType>>
  readonly required?: readonly string[]
  readonly items?: string
}
/** A type where it is used, which rules visit by its name. */
export interface NamedType extends NodeType {
  readonly name: string
}
export type NodeTypes = Readonly<Record<string, NodeType>>

/** A location in a file. `child` is the location of a field; `key` is that of the node's name instead of its value. */
export interface Location {
  readonly source: { readonly absoluteRef: string }
  readonly absolutePointer: string
  child(path: string | number | readonly (string | number)[]): Location
  key(): Location
}

export interface Problem {
  readonly message: string
  readonly location?: Location
}

export interface RuleContext {
  readonly location: Location
  readonly key: string | number
  /** Maps have fields of any name; other types may have extensions. */
  readonly type: {
    readonly name: string
    readonly additionalProperties?: unknown
    readonly extensionsPrefix?: string
  }
  readonly report: (problem: Problem) => void
  readonly resolve: <Node>(
    node: Node | Reference,
    from?: string,
  ) => { readonly node?: Node; readonly location?: Location }
}

/** A node that is not checked yet: rules run before required fields are known to exist. */
export type Draft<Node> = Node extends Reference
  ? Node
  : Node extends readonly (infer Item)[]
    ? readonly Draft<Item>[]
    : Node extends object
      ? { readonly [Name in keyof Node]?: Draft<Node[Name]> | undefined }
      : Node

type Visit<Node> = (node: Draft<Node>, context: RuleContext) => void

/** A rule's visitor. It visits each node once, in its own file. */
interface Visitor {
  readonly Root?: { readonly leave: Visit<Document> }
  readonly Paths?: Visit<Readonly<Record<string, PathItem | Reference>>>
  readonly PathItem?: Visit<PathItem>
  readonly Operation?: Visit<Operation>
  readonly Schema?: Visit<Schema>
  readonly OpenPoint?: Visit<OpenPoint>
  readonly Limit?: Visit<Limit>
  readonly CodeTables?: Visit<Readonly<Record<Family, CodeTable | Reference>>>
  /** Visits every node with a type, including unknown fields. */
  readonly any?: { readonly enter: Visit<object> }
  /** Visits the fields beside a `$ref`, which the visits above do not see. */
  readonly ref?: { readonly enter: Visit<Schema> }
}
export type Rule = () => Visitor

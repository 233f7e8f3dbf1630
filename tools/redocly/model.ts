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

/** How a member of a node is checked: a scalar, the name of a node type, or a choice by the value. */
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
/** A type at the place of its use, which rules visit by its name. */
export interface NamedType extends NodeType {
  readonly name: string
}
export type NodeTypes = Readonly<Record<string, NodeType>>

/** A place in a file; `child` leads to a member of the node there, `key` to the name of the node instead of its value. */
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
  /** Maps take members of any name; other types may take extensions besides their own members. */
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

/** A node as somebody is writing it: a rule runs before it is known that any member is there. */
export type Draft<Node> = Node extends Reference
  ? Node
  : Node extends readonly (infer Item)[]
    ? readonly Draft<Item>[]
    : Node extends object
      ? { readonly [Name in keyof Node]?: Draft<Node[Name]> | undefined }
      : Node

type Visit<Node> = (node: Draft<Node>, context: RuleContext) => void

/** What a rule does at the nodes of a description; each node is visited once, where its file has it. */
interface Visitor {
  readonly Root?: { readonly leave: Visit<Document> }
  readonly Paths?: Visit<Readonly<Record<string, PathItem | Reference>>>
  readonly PathItem?: Visit<PathItem>
  readonly Operation?: Visit<Operation>
  readonly Schema?: Visit<Schema>
  readonly OpenPoint?: Visit<OpenPoint>
  readonly Limit?: Visit<Limit>
  readonly CodeTables?: Visit<Readonly<Record<Family, CodeTable | Reference>>>
  /** Sees every node that has a type, with the members that the type does not know. */
  readonly any?: { readonly enter: Visit<object> }
  /** Sees the members beside a `$ref`, of which the visits above know nothing. */
  readonly ref?: { readonly enter: Visit<Schema> }
}
export type Rule = () => Visitor

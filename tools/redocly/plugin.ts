import type { Document } from './document.ts'
import { extendTypes } from './extensions.ts'
import { rules } from './rules/index.ts'
import { addActions } from './views/actions.ts'
import { createPlainView } from './views/plain.ts'
import { createWireView } from './views/wire.ts'

// Redocly keeps the root object, so the fields are replaced in place.
function createDecorator(project: (document: Document) => Document) {
  const leave = (root: Document) => {
    const projected = project(root)
    for (const key of Object.keys(root)) Reflect.deleteProperty(root, key)
    Object.assign(root, projected)
  }
  return () => ({ Root: { leave } })
}

/** The Redocly plugin: types of our extensions, lint rules, the two views, and the calls of actions. */
export default function createPlugin() {
  return {
    id: 'custody',
    typeExtension: { oas3: extendTypes },
    rules: { oas3: rules },
    preprocessors: { oas3: { actions: () => ({ Root: { leave: addActions } }) } },
    decorators: {
      oas3: {
        wire: createDecorator(createWireView),
        plain: createDecorator(createPlainView),
      },
    },
  }
}

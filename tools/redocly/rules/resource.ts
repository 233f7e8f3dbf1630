import type { Operation } from '../document.ts'
import type { Draft, Rule } from '../model.ts'
import { reportAll } from './finding.ts'
import { called } from './operations.ts'

const form = /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/

/** Every operation has a name of its own under which clients offer it: a resource and a verb. */
export const resource: Rule = () => {
  const owners = new Map<string, string>()
  return {
    Operation: (operation, context) => {
      const { 'x-resource': name } = operation
      if (name === undefined) {
        const message = `Give ${called(operation)} an x-resource of the form resource.verb.`
        return context.report({ message, location: context.location.key() })
      }
      const messages = [misspelt(operation, name), repeated(operation, name, owners.get(name))]
      reportAll(
        messages.flatMap((message) => (message ? [{ path: ['x-resource'], message }] : [])),
        context,
      )
      owners.set(name, called(operation))
    },
  }
}

function misspelt(operation: Draft<Operation>, name: string): string | undefined {
  if (form.test(name)) return undefined
  return `Write the x-resource of ${called(operation)} in the form resource.verb, of letters, instead of ${name}.`
}

function repeated(operation: Draft<Operation>, name: string, owner: string | undefined): string | undefined {
  if (owner === undefined) return undefined
  return `Give ${called(operation)} another x-resource: ${owner} has ${name}.`
}

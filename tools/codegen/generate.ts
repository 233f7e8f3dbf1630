import type { Bundles } from './bundle.ts'
import { header } from './files.ts'
import { guidesModule } from './guides.ts'
import { openPointsPage } from './open-points.ts'
import { parameterSets, publishedView } from './published.ts'
import { controlModule } from './tables/control.ts'
import { codesModule, openPointsModule, statesModule } from './tables/facts.ts'
import { callsModule, operationsModule } from './tables/operations.ts'
import { resourcesModule } from './tables/resources.ts'
import { thirdPartyGuide } from './third-party.ts'
import { conceptsModule, pathsModule, uncheckedModule, sourceOf } from './types.ts'
import { shapesModule, validatorsModule } from './validators/modules.ts'

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

/** Text of every generated file, by path from the root. */
export async function generate({
  contract,
  wire,
  plain,
  control,
}: Bundles): Promise<ReadonlyMap<string, string>> {
  const thirdParty = thirdPartyGuide()
  const modules = {
    codes: codesModule(contract),
    concepts: await conceptsModule(plain),
    'open-points': openPointsModule(contract),
    operations: operationsModule(contract, plain),
    plain: await pathsModule(plain),
    shapes: shapesModule(plain),
    states: statesModule(contract),
    unchecked: await uncheckedModule(plain),
    validators: validatorsModule(plain),
    wire: await sourceOf(wire),
  }
  return new Map([
    ['packages/cli/src/generated/guides.ts', header + guidesModule({ 'third-party-clients': thirdParty })],
    ['packages/client/src/generated/calls.ts', header + callsModule(contract, plain)],
    ['packages/client/src/generated/resources.ts', header + resourcesModule(plain)],
    ['packages/sandbox/src/generated/calls.ts', header + controlModule(control)],
    ['packages/sandbox/src/generated/control.ts', header + (await sourceOf(control))],
    ['packages/sandbox/openapi/control.json', json(control)],
    ['packages/types/openapi/plain.json', json(publishedView(plain))],
    ['packages/types/openapi/wire.json', json(wire)],
    ['spec/generated/parameters.json', json(parameterSets(plain))],
    ['spec/guides/third-party-clients.md', thirdParty],
    ['spec/generated/open-points.md', openPointsPage(contract)],
    ...Object.entries(modules).map(
      ([name, text]) => [`packages/types/src/generated/${name}.ts`, header + text] as const,
    ),
  ])
}

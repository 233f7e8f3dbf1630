import type { Bundles } from './bundle.ts'
import { header } from './files.ts'
import { createGuidesModule } from './guides.ts'
import { formatOpenPointsPage } from './open-points.ts'
import { createParameterSets, createPublishedView } from './published.ts'
import { createControlModule } from './tables/control.ts'
import { createCodesModule, createOpenPointsModule, createStatesModule } from './tables/facts.ts'
import { createLifeCyclesModule } from './tables/life-cycles.ts'
import { createCallsModule, createOperationsModule } from './tables/operations.ts'
import { createResourcesModule } from './tables/resources.ts'
import { createThirdPartyGuide } from './third-party.ts'
import { createConceptsModule, createPathsModule, createUncheckedModule, generateSource } from './types.ts'
import { createShapesModule, createValidatorsModule } from './validators/modules.ts'

const formatJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

/** Text of every generated file, by path from the root. */
export async function generate({ contract, wire, plain, control }: Bundles): Promise<ReadonlyMap<string, string>> {
  const thirdParty = createThirdPartyGuide()
  const modules = {
    codes: createCodesModule(contract),
    concepts: await createConceptsModule(plain),
    'open-points': createOpenPointsModule(contract),
    operations: createOperationsModule(contract, plain),
    plain: await createPathsModule(plain),
    shapes: createShapesModule(plain),
    states: createStatesModule(contract),
    unchecked: await createUncheckedModule(plain),
    validators: createValidatorsModule(plain),
    wire: await generateSource(wire),
  }
  return new Map([
    ['packages/cli/src/generated/guides.ts', header + createGuidesModule({ 'third-party-clients': thirdParty })],
    ['packages/client/src/generated/calls.ts', header + createCallsModule(contract, plain)],
    ['packages/client/src/generated/resources.ts', header + createResourcesModule(plain)],
    ['packages/sandbox/src/generated/calls.ts', header + createControlModule(control)],
    ['packages/sandbox/src/generated/life-cycles.ts', header + (await createLifeCyclesModule())],
    ['packages/sandbox/src/generated/control.ts', header + (await generateSource(control))],
    ['packages/sandbox/openapi/control.json', formatJson(control)],
    ['packages/types/openapi/plain.json', formatJson(createPublishedView(plain))],
    ['packages/types/openapi/wire.json', formatJson(wire)],
    ['spec/generated/parameters.json', formatJson(createParameterSets(plain))],
    ['spec/guides/third-party-clients.md', thirdParty],
    ['spec/generated/open-points.md', formatOpenPointsPage(contract)],
    ...Object.entries(modules).map(
      ([name, text]) => [`packages/types/src/generated/${name}.ts`, header + text] as const,
    ),
  ])
}

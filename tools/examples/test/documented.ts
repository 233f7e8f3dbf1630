// Tables in READMEs that must list every option or error of a type.
import type { Table } from './tables.ts'

const client = `import('@custody-wallet/client')`
const workflows = `import('@custody-wallet/client/workflows')`
const encryption = `import('@custody-wallet/encryption')`
const keys = `import('@custody-wallet/encryption/keys')`
const fetch = `import('@custody-wallet/encryption/fetch')`
const gateway = `import('@custody-wallet/encryption/gateway')`
const modern = `import('@custody-wallet/encryption/modern').ModernProfileOptions`
const classic = `import('@custody-wallet/encryption/classic').ClassicProfileOptions`
const server = `import('@custody-wallet/server')`
const mock = `import('@custody-wallet/mock')`

const formatOptions = (...types: readonly string[]): string => types.map((type) => `keyof ${type}`).join(' | ')

const createTables = (page: string, tables: Readonly<Record<string, string>>): readonly Table[] =>
  Object.entries(tables).map(([heading, names]) => ({ page, heading, names }))

/** Every table that must be complete. */
export const documented: readonly Table[] = [
  ...createTables('packages/types/README.md', {
    Rules: `import('@custody-wallet/types/validate').IssueRule`,
  }),
  ...createTables('packages/encryption/README.md', {
    'Options of a profile': `Exclude<keyof ${modern}, keyof ${encryption}.ProfileSettings>`,
    'Options of classic': `Exclude<keyof ${classic}, keyof ${modern}>`,
    Settings: formatOptions(`${encryption}.ProfileSettings`),
    'Options of functions': formatOptions(
      `${encryption}.PartyOptions`,
      `${encryption}.SealOptions`,
      `${fetch}.SealingFetchOptions`,
      `${fetch}.SealingOptions`,
      `${gateway}.GatewayOptions`,
      `${gateway}.NodeListenerOptions`,
      `${keys}.GenerateOptions`,
      `${keys}.GateOptions`,
    ),
    Errors: `${encryption}.EncryptionErrorCode`,
    'Reasons of rejections': `${encryption}.RejectionReason`,
    Tracing: formatOptions(`${keys}.KeyTrace`),
  }),
  ...createTables('packages/client/README.md', {
    Options: formatOptions(`${client}.CustodyOptions`, `import('@custody-wallet/client/plain').PlainClientOptions`),
    'Fields of contexts': formatOptions(
      `${client}.CallTrace`,
      `${client}.AttemptTrace`,
      `${client}.GateTrace`,
      `${client}.TokenTrace`,
      `${workflows}.WorkflowTrace`,
    ),
    Environment: `keyof typeof import('@custody-wallet/client/env').environment`,
    'Parameters errors': `${client}.ParametersError['code']`,
    'Transport errors': `${client}.TransportError['code']`,
    'Response errors': `${client}.ResponseError['code']`,
    'Service errors': `${client}.ServiceError['code']`,
    'Options of workflows': formatOptions(
      `NonNullable<Parameters<${workflows}.WorkflowResources['withdrawals']['list']>[1]>`,
      `NonNullable<Parameters<${workflows}.WorkflowResources['deposits']['readSince']>[1]>`,
      `${workflows}.FollowOptions`,
      `${workflows}.RegisterOptions`,
      `${workflows}.WatchOptions`,
      `${workflows}.ConsumeOptions`,
      `NonNullable<Parameters<typeof ${workflows}.reconcile>[1]>`,
    ),
    'Errors of workflows': `${workflows}.WorkflowError['code']`,
  }),
  ...createTables('packages/receiver/README.md', {
    'Options of createReceiver': formatOptions(`import('@custody-wallet/receiver').ReceiverOptions<unknown>`),
    Tracing: formatOptions(`import('@custody-wallet/receiver').MessageTrace`),
    Conflicts: `import('@custody-wallet/receiver').Conflict['reason']`,
    Errors: `import('@custody-wallet/receiver').ReceiverErrorCode`,
  }),
  ...createTables('packages/sandbox/README.md', {
    'Options of createSandbox': formatOptions(`import('@custody-wallet/sandbox').SandboxOptions`),
  }),
  ...createTables('packages/server/README.md', {
    'Options of createService': formatOptions(`${server}.ServiceOptions`),
    'Options of a merchant': formatOptions(`${server}.Merchant`),
    'Options of token': formatOptions(`${server}.TokenOptions`),
    'Options of listen': formatOptions(`${server}.ListenViewsOptions<string>`),
    Tracing: formatOptions(`${server}.HandlerTrace`),
    Problems: `import('@custody-wallet/server/core').ProblemName`,
  }),
  ...createTables('packages/mock/README.md', {
    'Options in code': formatOptions(
      `${mock}.MockOptions`,
      `${mock}.ListenOptions`,
      `${mock}.DemoOptions`,
      `${mock}.WireOptions`,
    ),
  }),
]

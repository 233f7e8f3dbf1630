// The plain view of a service with an empty handler.
import { createService, listen } from '@custody-wallet/server'

import { createKeys, createSides } from '../encryption/messages.ts'
import { handlers } from './responses.ts'

const { platform: party } = createSides('modern', createKeys(), 'inline')
const merchants = new Map([[party.profile.appId, { party }]])
const { plain } = createService({ merchants, handlers, partial: true })
const servers = await listen({ plain })
console.log(servers.plain.url)

import { type MessageToOpen, type OpenedMessage, openMessage } from '../captures/open.ts'
import type { Registry } from '../merchants/registry.ts'

/** Control calls for captured messages. */
export interface MessagesControl {
  /** Opens a message of a merchant step by step, with the key, padding and signature of each step. */
  readonly open: (message: MessageToOpen) => Promise<OpenedMessage>
}

export const createMessagesControl = (registry: Registry, defaultAppId: string): MessagesControl => ({
  open: (message) =>
    openMessage(message, (appId, side) => registry.getProfile(appId === '' ? defaultAppId : appId, side)),
})

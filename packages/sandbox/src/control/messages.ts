import { type MessageToOpen, type OpenedMessage, openMessage } from '../captures/open.ts'
// Captured messages by control: opened step by step, with the keys of this sandbox.
import type { Registry } from '../merchants/registry.ts'

/** Calls about captured messages. */
export interface MessagesControl {
  /** Opens a message of a merchant of this sandbox, and says which key, padding and signature each step used. */
  readonly open: (message: MessageToOpen) => Promise<OpenedMessage>
}

export const createMessagesControl = (registry: Registry, defaultAppId: string): MessagesControl => ({
  open: (message) =>
    openMessage(message, (appId, side) => registry.getProfile(appId === '' ? defaultAppId : appId, side)),
})

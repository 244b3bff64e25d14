// What processes tell one another by NOTIFY: short JSON, at most 8,000 bytes, which is all that Postgres carries.

import type { WorkKind } from '../../store.js'

export type Notification =
  | { readonly type: 'work'; readonly of: WorkKind; readonly queues: readonly string[] }
  | { readonly type: 'mail'; readonly runIds: readonly string[] }
  | { readonly type: 'closed'; readonly runIds: readonly string[] }
  /** Somebody waits for runs to close: tell when they do. */
  | { readonly type: 'waiting' }

/** Run ids of one notification: 39 bytes each. */
export const idsPerNotification = 180

export const encodeNotification = (from: string, notification: Notification): string =>
  JSON.stringify({ from, ...notification })

/** `undefined` for one's own, and for what this version doesn't understand. */
export const decodeNotification = (own: string, payload: string): Notification | undefined => {
  try {
    const { from, ...notification } = JSON.parse(payload) as { from: string } & Notification
    return from === own ? undefined : (notification as Notification)
  } catch {
    return undefined
  }
}

// A connection that only listens for notifications.
import type { Client } from 'pg'
import { ownBackend } from './pg-session.js'
import type { Listening } from './sql-driver.js'

/** `undefined` behind a pooler, where notifications would go to whoever has the backend then. */
export const listenOn = async (
  client: Client,
  channel: string,
  heard: (payload: string) => void,
  lost: () => void,
): Promise<Listening | undefined> => {
  let isOver = false
  const end = async (): Promise<void> => {
    isOver = true
    await client.end().catch(() => undefined)
  }
  client.on('error', () => undefined)
  await client.connect()
  try {
    if ((await ownBackend(client)) === undefined) {
      await end()
      return undefined
    }
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) heard(payload)
    })
    client.on('end', () => {
      if (!isOver) lost()
      isOver = true
    })
    await client.query(`listen "${channel}"`)
    return { close: end }
  } catch (error) {
    await end()
    throw error
  }
}

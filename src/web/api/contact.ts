import type { ContactRequest } from '#shared/joining/contact.ts'
import { paths } from '#shared/site/paths.ts'
import { sendJson } from './send-json.ts'

/** Throws if the message was not stored. */
export async function sendMessage(message: ContactRequest): Promise<void> {
  const response = await sendJson(paths.api.contact, message)
  if (!response.ok) throw new Error(`Sending answered ${response.status}`)
}

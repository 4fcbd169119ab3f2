import * as z from 'zod/mini'
import { Email, text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

export const ContactRequest = z.object({
  name: text(MAX_LENGTH.name),
  email: Email,
  message: text(MAX_LENGTH.freeText),
})
export type ContactRequest = z.infer<typeof ContactRequest>

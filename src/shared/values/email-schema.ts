import * as z from 'zod/mini'
import { isEmail } from './email.ts'
import { normalizeEmail } from './normalize-email.ts'

export const Email = z.pipe(
  z.string().check(z.refine(isEmail, 'must be an email address')),
  z.transform(normalizeEmail),
)

import * as z from 'zod/mini'
import { isEmail, isMailable, readEmail } from './email.ts'
import { normalizeEmail } from './normalize-email.ts'

const Typed = z.string().check(z.refine(isEmail, 'must be an email address'))
const Read = z.transform((text: string) => normalizeEmail(readEmail(text)))

export const Email = z.pipe(Typed, Read)

export const UNREACHABLE = 'must be an address that email can reach'
export const MailableEmail = z.pipe(Typed.check(z.refine((text) => isMailable(readEmail(text)), UNREACHABLE)), Read)

import * as z from 'zod/mini'
import { isStorable } from './text.ts'
import { isEmail, isMailable, readEmail } from './email.ts'
import { normalizeEmail } from './normalize-email.ts'

export function text(max: number, { blank = false } = {}) {
  return z
    .string()
    .check(
      z.maxLength(max, `must have at most ${max} characters`),
      z.refine(isStorable, 'contains characters that cannot be stored'),
      z.trim(),
      z.minLength(blank ? 0 : 1, 'must not be blank'),
    )
}

const Typed = z.string().check(z.refine(isEmail, 'must be an email address'))
const Read = z.transform((text: string) => normalizeEmail(readEmail(text)))

export const Email = z.pipe(Typed, Read)

export const UNREACHABLE = 'must be an address that email can reach'
export const MailableEmail = z.pipe(Typed.check(z.refine((text) => isMailable(readEmail(text)), UNREACHABLE)), Read)

import * as z from 'zod/mini'
import { isStorable } from './text.ts'

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

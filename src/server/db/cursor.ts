import * as z from 'zod/mini'
import { isDataError } from './client.ts'
import { AppError } from '../base/errors.ts'

export function toCursor(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Read one row more than `size`: it shows whether there is a next page. */
export function toPage<Row>(
  rows: Row[],
  size: number,
  keyOf: (row: Row) => unknown,
): { shown: Row[]; next_cursor: string | null } {
  const shown = rows.slice(0, size)
  return { shown, next_cursor: rows.length > size ? toCursor(keyOf(shown.at(-1)!)) : null }
}

export function parseCursor<Key>(key: z.ZodMiniType<Key>, cursor: string | undefined): Key | null {
  if (cursor === undefined) return null
  try {
    return z.parse(key, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw notACursor(cause)
  }
}

export function refuseCursor(cause: unknown): never {
  throw isDataError(cause) ? notACursor(cause) : cause
}

function notACursor(cause: unknown): AppError {
  return new AppError('invalid-input', { fields: { cursor: 'is not the next_cursor of an earlier page' }, cause })
}

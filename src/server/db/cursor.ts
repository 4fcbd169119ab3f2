import * as z from 'zod/mini'
import { isDataError } from './sqlstate.ts'
import { AppError } from '../errors.ts'

/** A cursor is the key of the last row of a page. */
export function toCursor(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Throws an AppError for a cursor that the server did not write, or that belongs to another list. */
export function parseCursor<Key>(key: z.ZodMiniType<Key>, cursor: string): Key {
  try {
    return z.parse(key, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw notACursor(cause)
  }
}

/** Rethrows a statement's error, as an AppError if PostgreSQL refused the values from the cursor. */
export function refuseCursor(cause: unknown): never {
  throw isDataError(cause) ? notACursor(cause) : cause
}

function notACursor(cause: unknown): AppError {
  return new AppError('invalid-input', { fields: { cursor: 'is not the next_cursor of such a page' }, cause })
}

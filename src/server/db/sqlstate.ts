import pg from 'pg'

/** True when the data itself was refused: class 22 (bad value) or 23 (broken constraint). */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '')
}

/** True when the same transaction may well succeed if it runs again: a serialization failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '')
}

/** True for a statement that failed only because an earlier one of its transaction did. */
export function isTakenAlong(error: unknown): boolean {
  return sqlState(error instanceof Error && error.cause ? error.cause : error) === '25P02'
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

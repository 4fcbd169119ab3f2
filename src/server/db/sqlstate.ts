import pg from 'pg'
import { ConnectionError } from './client.ts'

/**
 * True when PostgreSQL refused the data itself: class 22 (bad value), 23 (broken constraint) or 54 (limit exceeded).
 */
export function isDataError(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(error) ?? '')
}

/** True when the same transaction may succeed on a retry: after a serialization failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '')
}

/** True when a statement waited too long for another transaction's lock. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03'
}

/** True for a statement that failed only because an earlier statement of its transaction failed. */
export function isTakenAlong(error: unknown): boolean {
  return sqlState(error) === '25P02'
}

/** True when PostgreSQL does not know the user, or the password is wrong. */
export function isRefusedLogin(error: unknown): boolean {
  return ['28P01', '28000'].includes(sqlState(error) ?? '')
}

/** True when a table or an index of this name exists already. */
export function isDuplicateTable(error: unknown): boolean {
  return sqlState(error) === '42P07'
}

/** True when the role lacks a right, or when there is no schema that it may use. */
export function isForbidden(error: unknown): boolean {
  return ['42501', '3F000'].includes(sqlState(error) ?? '')
}

/** True when PostgreSQL refused a write because the database is read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === '25006'
}

/**
 * True when PostgreSQL refused a statement and the connection is still usable: the error is neither class 08 (lost) nor
 * 57 (stopped), and the database is writable.
 */
export function isStatementError(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !/^(08|57)/.test(state) && !isReadOnly(error)
}

/**
 * True when the database is unreachable, stopping, full, read-only or too slow (classes 08, 53, 57, and lock_timeout):
 * a retry may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ConnectionError || isReadOnly(error) || /^(08|53|57|55P03)/.test(sqlState(error) ?? '')
}

/**
 * The column that PostgreSQL names in the error, such as for a null in a `not null` column; undefined if it names none.
 */
export function brokenColumn(error: unknown): string | undefined {
  return causeOf(error)?.column
}

/** The SQLSTATE of the error, or of its cause. */
export function sqlState(error: unknown): string | undefined {
  return causeOf(error)?.code
}

function causeOf(error: unknown): pg.DatabaseError | undefined {
  const told = error instanceof Error && error.cause ? error.cause : error
  return told instanceof pg.DatabaseError ? told : undefined
}

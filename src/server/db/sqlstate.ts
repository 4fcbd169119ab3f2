import pg from 'pg'
import { ConnectionError } from './client.ts'

/** Bad value, broken constraint, limit exceeded. */
export function isDataError(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(error) ?? '')
}

export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '')
}

export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03'
}

export function isTakenAlong(error: unknown): boolean {
  return sqlState(error) === '25P02'
}

export function isRefusedLogin(error: unknown): boolean {
  return ['28P01', '28000'].includes(sqlState(error) ?? '')
}

export function isDuplicateTable(error: unknown): boolean {
  return sqlState(error) === '42P07'
}

export function isForbidden(error: unknown): boolean {
  return ['42501', '3F000'].includes(sqlState(error) ?? '')
}

export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === '25006'
}

/** The connection is still usable: neither lost (08) nor stopped (57). */
export function isStatementError(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !/^(08|57)/.test(state) && !isReadOnly(error)
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof ConnectionError || isReadOnly(error) || /^(08|53|57|55P03)/.test(sqlState(error) ?? '')
}

export function brokenColumn(error: unknown): string | undefined {
  return causeOf(error)?.column
}

export function sqlState(error: unknown): string | undefined {
  return causeOf(error)?.code
}

function causeOf(error: unknown): pg.DatabaseError | undefined {
  const told = error instanceof Error && error.cause ? error.cause : error
  return told instanceof pg.DatabaseError ? told : undefined
}

import { secretInSql } from '../../db/secrets.ts'

export const ADDRESS_KEY = 'erased_address_key'

export const SHA256_BLOCK = 64
export const PADS = { inner: 0x36, outer: 0x5c }

/**
 * SQL: an HMAC that PostgreSQL computes. `inner` and `outer`: the key in its two forms; if not given, PostgreSQL reads
 * it once a statement.
 */
export function hashOf(email: string, { inner, outer } = { inner: padded('inner'), outer: padded('outer') }): string {
  return `sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${email}, 'UTF8')))`
}

function padded(form: keyof typeof PADS): string {
  return `(select string_agg(set_byte('\\x00', 0, get_byte(block, at) # ${PADS[form]}), '' order by at)
    from overlay(decode(repeat('00', ${SHA256_BLOCK}), 'hex')
      placing convert_to(${secretInSql(ADDRESS_KEY)}, 'UTF8') from 1) as block, generate_series(0, ${SHA256_BLOCK - 1}) as at)`
}

import { secretInSql } from '../../db/secrets.ts'

/** The key of the hashes of addresses, a secret in `settings`. */
export const ADDRESS_KEY = 'erased_address_key'

export const SHA256_BLOCK = 64
/** The bytes that an HMAC (RFC 2104) combines with each byte of its key by XOR. */
export const PADS = { inner: 0x36, outer: 0x5c }

/**
 * SQL: the hash that is stored instead of an address, an HMAC that PostgreSQL computes. Without the key, nobody can
 * find the address by trying. `inner` and `outer` are SQL of the key in its two forms; if not given, PostgreSQL reads
 * the key once for each statement that needs it.
 */
export function hashOf(email: string, { inner, outer } = { inner: padded('inner'), outer: padded('outer') }): string {
  return `sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${email}, 'UTF8')))`
}

function padded(form: keyof typeof PADS): string {
  return `(select string_agg(set_byte('\\x00', 0, get_byte(block, at) # ${PADS[form]}), '' order by at)
    from overlay(decode(repeat('00', ${SHA256_BLOCK}), 'hex')
      placing convert_to(${secretInSql(ADDRESS_KEY)}, 'UTF8') from 1) as block, generate_series(0, ${SHA256_BLOCK - 1}) as at)`
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The first five bytes of the SHA-256 of 43,940 passwords in lower case: those with at least twelve characters among
 * the million most common breached passwords. See docs/decisions/0025-wrong-passwords.md.
 */
const FILE = new URL('common-passwords.bin', import.meta.url)
const BYTES = 5

/**
 * Whether a password is one that attackers try first (ASVS 2.1.7). Reads the list each time, because passwords are
 * rarely chosen.
 */
export function isCommon(password: string): boolean {
  const list = readFileSync(FILE)
  const wanted = createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest().subarray(0, BYTES)
  let at = list.indexOf(wanted)
  while (at !== -1 && at % BYTES !== 0) at = list.indexOf(wanted, at + 1)
  return at !== -1
}

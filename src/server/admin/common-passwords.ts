import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The first five bytes of the SHA-256 of 43,940 passwords in small letters: those of at least twelve characters among the million
 * that stand most often in lists of breached ones. See docs/decisions/0025-wrong-passwords.md.
 */
const FILE = new URL('common-passwords.bin', import.meta.url)
const BYTES = 5

/** Whether attackers try a password first (ASVS 2.1.7). Passwords are chosen seldom, so the list is read each time. */
export function isCommon(password: string): boolean {
  const list = readFileSync(FILE)
  const wanted = createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest().subarray(0, BYTES)
  let at = list.indexOf(wanted)
  while (at !== -1 && at % BYTES !== 0) at = list.indexOf(wanted, at + 1)
  return at !== -1
}

import { isStorable, MAX_LENGTH } from './text.ts'

/** The one rule for an email address, on the landing page and on the server: an '@', bounded, no control characters. */
export function isEmail(address: string): boolean {
  return address.includes('@') && address.length <= MAX_LENGTH.email && !/\p{Cc}/u.test(address) && isStorable(address)
}

import { isStorable, MAX_LENGTH } from './text.ts'

/** The rule for emails in the browser and on the server: an '@', a maximum length, and no control characters. */
export function isEmail(address: string): boolean {
  return address.includes('@') && address.length <= MAX_LENGTH.email && !/\p{Cc}/u.test(address) && isStorable(address)
}

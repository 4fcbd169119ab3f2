/** One person has one entry: emails are compared trimmed and lower-cased. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase()
}

/** Trims an email and lower-cases it. Emails are compared in this form, so that a person has only one entry. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase()
}

/** Emails are compared in this form. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase()
}

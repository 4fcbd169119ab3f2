export function hideAddresses(text: string, emails: string[]): string {
  return emails.reduce(
    (rest, email) => rest.replaceAll(new RegExp(RegExp.escape(email), 'gi'), 'an erased address'),
    text,
  )
}

/** A well-formed domain. Anything else after the '@' is arbitrary text that somebody typed. */
const DOMAIN = /^(?=.{4,60}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/**
 * Masks an address so that the person's friends recognize it and strangers cannot guess it: j•••@gmail.com. Null if the
 * domain is not well-formed.
 */
export function maskEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)]
  if (!DOMAIN.test(domain)) return null
  // A name of one character is masked completely, because its first letter would reveal all of it.
  const first = /^[\p{L}\p{N}](?=.)/u.exec(name)?.[0] ?? ''
  return `${first}•••@${domain}`
}

/** A domain as domains are. Anything else after the '@' is somebody's text. */
const DOMAIN = /^(?=.{4,60}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/**
 * An address that its friends recognize and nobody else learns: j•••@gmail.com. Null where an address is so odd that
 * there is nothing of it to be shown.
 */
export function maskEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)]
  if (!DOMAIN.test(domain)) return null
  // A name of one letter would be told whole.
  const first = /^[\p{L}\p{N}](?=.)/u.exec(name)?.[0] ?? ''
  return `${first}•••@${domain}`
}

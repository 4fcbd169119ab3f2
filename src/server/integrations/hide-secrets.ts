/** Shorter secrets would match in ordinary words. */
const SHORTEST = 4

/** A service may repeat what it was sent, and its text is stored and shown. */
export function hideSecrets(text: string, secrets: string[]): string {
  return secrets.filter(({ length }) => length >= SHORTEST).reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

/** Plain, URL-encoded, and in base64 for AUTH PLAIN (RFC 4616) and LOGIN. */
export function secretsOf(url: string): string[] {
  const { username, password } = new URL(url)
  const [user, plain] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (!plain) return []
  const encoded = [`\0${user}\0${plain}`, plain].map((text) => Buffer.from(text).toString('base64').replace(/=+$/, ''))
  return [plain, password, ...encoded]
}

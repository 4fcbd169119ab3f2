/** Shorter ones would be found in ordinary words. */
const SHORTEST = 4

/** The words of a service without these secrets: it may repeat what it was given, and its words are stored and shown. */
export function hideSecrets(text: string, secrets: string[]): string {
  return secrets.filter(({ length }) => length >= SHORTEST).reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

/** The password of a mail server's address in the forms in which it is sent: RFC 4616, and the older LOGIN. */
export function secretsOf(url: string): string[] {
  const { username, password } = new URL(url)
  const [user, plain] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (!plain) return []
  const encoded = [`\0${user}\0${plain}`, plain].map((text) => Buffer.from(text).toString('base64').replace(/=+$/, ''))
  return [plain, password, ...encoded]
}

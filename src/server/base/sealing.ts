import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export type SealingKey = { id: string; bytes: Buffer }

const VERSION = 's1'
const [IV_BYTES, TAG_BYTES] = [12, 16]

export function sealingKey(secret: string, use: string): SealingKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  return { id: createHash('sha256').update('id of ').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** `s1.<id of the key>.<iv, ciphertext, tag>` */
export function sealWith({ id, bytes }: SealingKey, text: string, purpose: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', bytes, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(`${id} ${purpose}`))
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${id}.${sealed.toString('base64url')}`
}

/** Null if changed, or sealed by another key or for another purpose. */
export function openWith(keys: readonly SealingKey[], sealed: string, purpose: string): string | null {
  const [version, keyId, content = ''] = sealed.split('.')
  const key = keys.find(({ id }) => id === keyId)
  if (version !== VERSION || !key) return null
  try {
    const bytes = Buffer.from(content, 'base64url')
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(`${key.id} ${purpose}`))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

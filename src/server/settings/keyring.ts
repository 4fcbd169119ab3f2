import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'

/** Seals secrets and opens them again. A sealed text reads `s1.<id of the key>.<iv, ciphertext, tag>`. */
export type Keyring = {
  /** Why this server can seal nothing; null if it can. */
  whyNot: () => string | null
  /** `purpose`: it can only be opened for the same one. */
  seal: (text: string, purpose: string) => string
  /** Null if no key of this server has sealed it, or if somebody has changed it since. */
  open: (sealed: string, purpose: string) => string | null
  /** Whether the newest key has sealed it. */
  isNewest: (sealed: string) => boolean
}

type Key = { id: string; bytes: Buffer }

const VERSION = 's1'
const [IV_BYTES, TAG_BYTES] = [12, 16]
const FILE = 'secret-key'
/** The forms of a key in a file: 32 random bytes. */
const IN_FILE = /^[\w-]{43}$/

/**
 * The keys of SECRET_KEY, the newest first, and of the file in the data directory. Without SECRET_KEY, a server with its
 * own database makes this file when it seals something for the first time, or at `prepare`. Servers that share a database
 * share no file, so there only SECRET_KEY seals.
 */
export function createKeyring(
  config: Pick<Config, 'secretKey' | 'dataDir' | 'given'>,
): Keyring & { prepare: () => void } {
  const named = (config.secretKey?.split(',') ?? []).map(deriveKey)
  const path = join(config.dataDir, FILE)
  const file = readKeyFile(path)
  let written = file.key
  const isAlone = config.given.DATABASE_URL === undefined

  const all = () => [...named, ...(written ? [written] : [])]

  function whyNot(): string | null {
    if (named.length > 0) return null
    if (!isAlone)
      return 'Set SECRET_KEY, the same on every server, to keep secrets here: this list has a DATABASE_URL, which several servers can share. Until then, secrets come from the environment.'
    return written ? null : file.problem
  }

  function prepare() {
    if (named.length > 0 || !isAlone || written || file.problem) return
    const text = randomBytes(32).toString('base64url')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' })
    written = deriveKey(text)
  }

  return {
    prepare,
    whyNot,
    seal(text, purpose) {
      prepare()
      const { id, bytes } = all()[0]!
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', bytes, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(`${id} ${purpose}`))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${id}.${sealed.toString('base64url')}`
    },
    open(sealed, purpose) {
      const [version, keyId, content = ''] = sealed.split('.')
      const key = all().find(({ id }) => id === keyId)
      if (version !== VERSION || !key) return null
      try {
        const bytes = Buffer.from(content, 'base64url')
        const options = { authTagLength: TAG_BYTES }
        const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, IV_BYTES), options)
        decipher.setAAD(Buffer.from(`${key.id} ${purpose}`))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    isNewest: (sealed) => sealed.split('.')[1] === all()[0]?.id,
  }
}

function deriveKey(text: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'settings of firstchair', 32))
  return { id: createHash('sha256').update('id of ').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** `problem`: why the file of the key is no use. A file that does not exist is no problem. */
function readKeyFile(path: string): { key: Key | null; problem: string | null } {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (IN_FILE.test(text)) return { key: deriveKey(text), problem: null }
    const remedy = 'Put the file back, or remove it: then a new key is made, and secrets must be typed again.'
    return { key: null, problem: `No secret can be kept here: ${path} does not hold a key. ${remedy}` }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { key: null, problem: null }
    return { key: null, problem: `No secret can be kept here: the key in ${path} cannot be read (${code}).` }
  }
}

import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../base/config/config.ts'
import { openWith, type SealingKey, sealingKey, sealWith } from '../base/sealing.ts'

/** A sealed text reads `s1.<id of the key>.<iv, ciphertext, tag>`. */
export type Keyring = {
  whyNot: () => string | null
  seal: (text: string, purpose: string) => string
  /** Null if no key of this server sealed the text for this purpose, or if somebody has changed the text since. */
  open: (sealed: string, purpose: string) => string | null
  isNewest: (sealed: string) => boolean
}

const FILE = 'secret-key'
const IN_FILE = /^[\w-]{43}$/

/**
 * `SECRET_KEY` has several keys, the newest first. Without it, a server with its own database makes a key file in the
 * data directory when it first seals something. Servers that share a database do not share that file.
 */
export function createKeyring(
  config: Pick<Config, 'secretKey' | 'dataDir' | 'given'>,
): Keyring & { prepare: () => void } {
  const named = (config.secretKey?.split(',') ?? []).map((text) => keyOf(text))
  const path = join(config.dataDir, FILE)
  const file = readKeyFile(path)
  let written = file.key
  const isAlone = config.given.DATABASE_URL === undefined

  const all = () => [...named, ...(written ? [written] : [])]

  function whyNot(): string | null {
    if (named.length > 0) return null
    if (!isAlone)
      return 'Passwords and keys cannot be kept here yet: several servers can share this list, and they need one key. Whoever runs them can set it, or set the passwords and keys there.'
    return written ? null : file.problem
  }

  function prepare() {
    if (named.length > 0 || !isAlone || written || file.problem) return
    const text = randomBytes(32).toString('base64url')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' })
    written = keyOf(text)
  }

  return {
    prepare,
    whyNot,
    seal(text, purpose) {
      prepare()
      return sealWith(all()[0]!, text, purpose)
    },
    open: (sealed, purpose) => openWith(all(), sealed, purpose),
    isNewest: (sealed) => sealed.split('.')[1] === all()[0]?.id,
  }
}

function keyOf(text: string): SealingKey {
  return sealingKey(text, 'settings of firstchair')
}

/** A missing file is not a problem. */
function readKeyFile(path: string): { key: SealingKey | null; problem: string | null } {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (IN_FILE.test(text)) return { key: keyOf(text), problem: null }
    const remedy = 'Put the file back, or remove it: then a new key is made, and secrets must be typed again.'
    return { key: null, problem: `No secret can be kept here: ${path} does not hold a key. ${remedy}` }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A symbolic link without a target does not count as a missing file: the target may come back.
    if (!lstatSync(path, { throwIfNoEntry: false })) return { key: null, problem: null }
    return { key: null, problem: `No secret can be kept here: the key in ${path} cannot be read (${code}).` }
  }
}

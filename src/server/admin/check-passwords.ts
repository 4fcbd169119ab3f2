import { AppError } from '../errors.ts'
import { isInternal, subscriberOf } from '../http/visitor-address.ts'
import type { OpenSession, Sessions } from './sessions.ts'
import { createWrongPasswords } from './wrong-passwords.ts'

type Dependencies = { sessions: Sessions; trustProxy: string | false }

type Attempt = {
  password: string
  ip: string
  /** What a browser that signed in earlier is known by; null for a stranger. */
  browser: string | null
}

/** Null for a wrong password. Throws an AppError that says when to try again when there were too many. */
export type CheckPassword = (attempt: Attempt) => Promise<OpenSession | null>

/** A check takes about a sixth of a second, so the last in a line waits for less than two. */
const MOST_WAITING = 8
const RETRY_AFTER_SECONDS = 2

/**
 * Checks passwords, one at a time for strangers and one at a time for browsers that are recognised: of the four threads
 * that Node has for such work, two are always left for connecting to the database. A stranger's wrong passwords keep no
 * owner out. See docs/decisions/0025-wrong-passwords.md.
 */
export function createCheckPassword({ sessions, trustProxy }: Dependencies): CheckPassword {
  const wrong = createWrongPasswords()
  const strangers = createLine()
  const recognised = createLine()

  return ({ password, ip, browser }) =>
    (browser ? recognised : strangers)(async () => {
      const who = browser ?? nameOf(ip)
      if (who) wrong.refuse(who)
      const session = await sessions.open(password)
      if (who && !session) wrong.count(who)
      return session
    })

  /** Null behind a proxy that we were not told of: everybody would have its address, the owner too. */
  function nameOf(ip: string): string | null {
    return !trustProxy && isInternal(ip) ? null : subscriberOf(ip)
  }
}

/** Runs one task after the other, and refuses those that too many others wait before. */
function createLine() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (waiting > MOST_WAITING) throw new AppError('rate-limited', { retryAfter: RETRY_AFTER_SECONDS })
    waiting += 1
    const turn = last.then(task).finally(() => (waiting -= 1))
    last = turn.catch(() => {})
    return turn
  }
}

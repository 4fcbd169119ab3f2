import { AppError } from '../errors.ts'
import { isInternal, subscriberOf } from '../http/visitor-address.ts'
import type { OpenSession, Sessions } from './sessions.ts'
import { createWrongPasswords } from './wrong-passwords.ts'

type Dependencies = { sessions: Sessions; trustProxy: string | false }

type Attempt = {
  password: string
  ip: string
  /** The value by which a browser that signed in earlier is recognised; null for a stranger. */
  browser: string | null
}

/** Resolves to null for a wrong password. Throws an AppError with the time of the next try after too many attempts. */
export type CheckPassword = (attempt: Attempt) => Promise<OpenSession | null>

/** A check takes about a sixth of a second, so the last attempt in a line waits less than two seconds. */
const MOST_WAITING = 8
const RETRY_AFTER_SECONDS = 2

/**
 * Checks passwords one at a time for strangers and one at a time for recognised browsers. Node has four threads for
 * such work, so two are always left for database connections. A stranger's wrong passwords never lock the owner out.
 * See docs/decisions/0025-wrong-passwords.md.
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

  /** Null behind a proxy that TRUST_PROXY does not name: everybody, the owner included, would share its address. */
  function nameOf(ip: string): string | null {
    return !trustProxy && isInternal(ip) ? null : subscriberOf(ip)
  }
}

/** Runs one task after another. Refuses a task when too many others wait already. */
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

import { randomUUID } from 'node:crypto'
import { AppError } from '../base/errors.ts'
import { limitedNetworks } from '../config/visitor-address.ts'
import type { Challenges } from '../trust/floods/challenges.ts'
import { createLine } from './line.ts'
import { accountIn, type OpenSession } from './sessions.ts'
import { createWrongPasswords, type Source } from './wrong-passwords.ts'

type Dependencies = {
  trustProxy: string | false
  /** Proofs of work, by which strangers avoid a wait; null if browsers cannot compute one. */
  challenges: () => Challenges | null
}

type Attempt = {
  /** Opens a session with a password or a passkey. Resolves to null for a wrong one. */
  open: () => Promise<OpenSession | null>
  ip: string
  /** The value by which a browser that signed in earlier is recognised; null for a stranger. */
  browser: string | null
  /** The solution of a challenge; null for none. */
  proof: string | null
}

export type CheckPasswords = {
  /**
   * Resolves to null for a wrong password or passkey. After too many attempts, throws an AppError with the seconds to
   * wait and a challenge. An attempt with the solution of the challenge need not wait.
   */
  signIn: (attempt: Attempt) => Promise<OpenSession | null>
  /** Checks a password or passkey from an open session. Throws an AppError after too many wrong ones. */
  prove: (proof: { accountId: string; attempt: () => Promise<boolean> }) => Promise<boolean>
}

/**
 * The most wrong passwords and passkeys in a minute: from one address, recognised browser or account, and from all
 * strangers without a proof.
 */
const MOST_WRONG = { one: 5, strangers: 30 }
/**
 * The most checks that may wait. Checking a password takes about a sixth of a second, and making a challenge half a
 * millisecond, both in Node's thread pool.
 */
const MOST_WAITING = { passwords: 8, challenges: 200 }

/**
 * Checks passwords and passkeys one at a time for strangers, and one at a time for recognised browsers and open
 * sessions, where no account can fill the queue. Node has four threads for such work, so these checks leave two for
 * other work, such as database connections. A stranger's wrong passwords never lock the owner out: an attempt with a
 * proof of work goes ahead of all attempts without one. See docs/decisions/0025-wrong-passwords.md.
 */
export function createCheckPasswords({ trustProxy, challenges: current }: Dependencies): CheckPasswords {
  const wrong = createWrongPasswords()
  const strangers = createLine(MOST_WAITING.passwords)
  const recognised = createLine(MOST_WAITING.passwords)
  const making = createLine(MOST_WAITING.challenges)

  return {
    async signIn({ open, ip, browser, proof }) {
      if (browser) return checkOf(accountIn(browser), open, browser)
      if (proof !== null && (await isGood(proof))) return orChallenge(strangers(open, { place: 'first' }))
      const counted = () => countedFor(ip, { trustProxy, takesProofs: current() !== null })
      return orChallenge(strangers(() => check(open, counted())))
    },

    prove: ({ accountId, attempt }) => checkOf(accountId, attempt),
  }

  /** Checks an attempt of an account's own browser or session. `counted`: the name under which wrong ones count. */
  function checkOf<Result>(account: string, attempt: () => Promise<Result>, counted = account): Promise<Result> {
    return recognised(() => check(attempt, [{ name: counted, most: MOST_WRONG.one }]), { source: account })
  }

  async function check<Result>(attempt: () => Promise<Result>, sources: Source[]): Promise<Result> {
    for (const source of sources) wrong.refuse(source)
    const result = await attempt()
    if (!result) for (const { name } of sources) wrong.count(name)
    return result
  }

  async function isGood(proof: string): Promise<boolean> {
    return (await current()?.accept(proof, randomUUID())) ?? false
  }

  async function orChallenge<Result>(attempt: Promise<Result>): Promise<Result> {
    try {
      return await attempt
    } catch (error) {
      const challenges = current()
      if (!challenges || !(error instanceof AppError) || error.code !== 'rate-limited') throw error
      const { retryAfter } = error
      throw new AppError('rate-limited', { retryAfter, beside: { challenge: await making(() => challenges.make()) } })
    }
  }
}

type Strangers = { trustProxy: string | false; takesProofs: boolean }

/**
 * The sources that a stranger's attempt counts against. Behind a proxy that TRUST_PROXY does not name, the address is
 * left out, because everybody would share it, even the owner.
 */
function countedFor(ip: string, { trustProxy, takesProofs }: Strangers): Source[] {
  const address = limitedNetworks(ip, trustProxy)?.address
  return [
    ...(address ? [{ name: address, most: MOST_WRONG.one }] : []),
    // Without proofs, a count of all strangers would lock the owner out.
    ...(takesProofs ? [{ name: 'strangers', most: MOST_WRONG.strangers }] : []),
  ]
}

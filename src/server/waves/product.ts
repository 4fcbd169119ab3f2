import { REDEMPTION_PARAMETER } from '#shared/list/waves.ts'
import type { Config } from '../base/config/config.ts'
import { isSameSecret } from '../http/is-from-here.ts'

export type Product = {
  /** `token` is null if the product no longer needs one, or cannot redeem one. */
  linkOf: (token: string | null) => string
  isReachable: () => Promise<boolean>
  /** Of `isReachable`; null before the first. An old one is refreshed in the background. */
  lastAnswer: () => boolean | null
  knows: (secret: string) => boolean
  hasSecret: boolean
}

const PATIENCE_MS = 2_000
const KNOWN_FOR_MS = 5_000

export function createProduct({
  productUrl,
  productSecret,
}: Pick<Config, 'productUrl' | 'productSecret'>): Product | null {
  if (productUrl === null) return null
  let asked = { at: -Infinity, answer: Promise.resolve(true) }
  let last: boolean | null = null

  const isReachable = () => {
    const now = performance.now()
    if (now - asked.at > KNOWN_FOR_MS) asked = { at: now, answer: ask(productUrl).then((answer) => (last = answer)) }
    return asked.answer
  }

  return {
    hasSecret: productSecret !== null,
    linkOf(token) {
      const url = new URL(productUrl)
      if (token !== null) url.searchParams.set(REDEMPTION_PARAMETER, token)
      return url.href
    },
    isReachable,
    lastAnswer() {
      void isReachable()
      return last
    },
    knows: (secret) => productSecret !== null && isSameSecret(secret, productSecret),
  }
}

/**
 * Any answer counts except a server error: the address may expect a browser or a token. 501 counts too, because it only
 * means that the server does not support HEAD.
 */
async function ask(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    await response.body?.cancel()
    return response.status < 500 || response.status === 501
  } catch {
    return false
  }
}

import rateLimit from '@fastify/rate-limit'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { App } from './server.ts'
import { rateWindows } from './rate-windows.ts'
import { isInternal, subscriberOf } from './visitor-address.ts'

type Settings = Pick<Config, 'trustProxy' | 'rateLimit'>

/**
 * Limits the routes that ask for it, by the visitor's address. Behind a proxy that `TRUST_PROXY` does not name, every
 * visitor has the proxy's address, and a limit would lock out the crowd on launch day. Internal addresses are therefore
 * not limited until the proxy is named. See docs/decisions/0006-no-rate-limit-for-private-addresses.md.
 */
export async function limitRates(app: App, { trustProxy, rateLimit: isOn }: Settings) {
  if (!isOn) return
  await app.register(rateLimit, {
    global: false,
    store: rateWindows,
    keyGenerator: ({ ip }) => subscriberOf(ip),
    allowList: ({ ip }) => !trustProxy && isInternal(ip),
    errorResponseBuilder: () => new AppError('rate-limited'),
  })
}

import { randomBytes } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/server/base/config/config.ts'
import { findRunning, removeEmbedded } from '../../src/server/db/embedded/postgres.ts'
import { replaceSetting } from '../../src/server/db/settings.ts'
import { startServer } from '../../src/server/start-server.ts'
import { checkInvariants } from '../../src/server/operations/invariants.ts'
import { DAYS_PASS } from '../../test/days-pass.ts'
import { fakeSmtp } from '../../test/services/fake-smtp.ts'
import { freePort } from '../../test/servers/server.ts'
import { LONGEST_MS, signIn } from './owner.ts'
import { startProduct } from './product.ts'
import { onOwnClient } from '../../src/server/db/pool.ts'

const DAY = 24 * 60 * 60_000
/** Milliseconds between two mails: this mail server has no limit. */
const PACES = { mail: 10, notion: 400, beehiiv: 350 }

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * Reads no settings of the owner's, and sends nothing outside this computer. `isLive`: joins are judged by the real
 * clock, not by one that the play moves.
 */
export async function openStage(parts: AsyncDisposableStack, { isLive = false } = {}) {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-rehearsal-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  parts.defer(async () => void (await removeEmbedded(dataDir, 'npm run rehearse').catch(() => {})))
  const smtp = parts.use(await fakeSmtp())
  const secret = randomBytes(18).toString('hex')
  const product = parts.use(await startProduct(secret))
  const password = randomBytes(9).toString('base64url')
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    SMTP_URL: smtp.url,
    SMTP_ALLOW_PLAINTEXT: 'on',
    MAIL_FROM: 'Rehearsal <rehearsal@firstchair.example>',
    PRODUCT_URL: product.url,
    PRODUCT_SECRET: secret,
    // Each person has an address of their own, in X-Forwarded-For.
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
  })
  let now = Date.now() - 12 * DAY
  const starting = startServer(config, {
    paces: PACES,
    trust: { now: () => (isLive ? new Date() : new Date(now)), lookUp: async () => true },
  })
  // Also if this process is told to stop while the server starts.
  parts.defer(async () => (await starting.catch(() => null))?.stop())
  await starting
  const address = `http://127.0.0.1:${port}`
  product.trust(address)
  const connection = (await findRunning(dataDir))!

  return {
    address,
    dataDir,
    dashboard: `http://localhost:${port}/admin/invites?wave=day`,
    password,
    product,
    owner: await signIn(address, password),
    mails: smtp.mails,
    begin: now,
    /** By which joins are judged. */
    setClock: (time: number) => void (now = Math.max(now, time)),
    verify: () => onOwnClient(connection, checkInvariants),
    /** Moves all invitations into the past, and marks the clock as steady. */
    letDaysPass: (days: number) =>
      onOwnClient(connection, async (client) => {
        await replaceSetting(client, 'clock_watch', `${Date.now()} ${Date.now() - 2 * DAY}`)
        await client.query(DAYS_PASS, [days])
      }),
  }
}

/** Throws if it takes too long, or if the number is passed. */
export async function reach(what: string, wanted: number, read: () => number | Promise<number>) {
  let last = await read()
  for (const end = Date.now() + LONGEST_MS; last !== wanted; last = await read()) {
    if (Date.now() > end || last > wanted) throw new Error(`${what}: ${last}, and ${wanted} were expected.`)
    await pause(100)
  }
}

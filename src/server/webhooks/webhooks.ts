import type pg from 'pg'
import type { Current } from '../config/config.ts'
import type { MailOwner } from '../deliveries/mail/send-to-owner.ts'
import type { LogFailure } from '../base/log-failures.ts'
import type { Keyring } from '../settings/keyring.ts'
import { type Repeating, startRepeating, together } from '../base/start-repeating.ts'
import { dropDeliveries } from './deliveries.ts'
import { purposeOf, readAllSealed, readRecipients, replaceSealed } from './endpoints.ts'
import { followEvents } from './follow-events.ts'
import { createPost } from './post.ts'
import { createSendDue } from './send-due.ts'
import { createSwitchOff } from './switch-off.ts'

/** An endpoint that gets personal data, for the privacy page. */
type Recipient = Awaited<ReturnType<typeof readRecipients>>[number]

type Dependencies = {
  pool: pg.Pool
  keyring: Keyring
  config: Current<'allowsPrivateHooks' | 'mail'>
  logFailure: LogFailure
  mailOwner: MailOwner
}

const REST_MS = 500
/** The pause while no endpoint is open, in milliseconds. */
const IDLE_MS = 2_000
const MINUTE_MS = 60_000

/** The log message when sending fails. */
const NOT_SENT = 'webhooks could not be sent'

/** Records events for other programs and delivers them to the endpoints. */
export function createWebhooks({ pool, keyring, config, logFailure, mailOwner }: Dependencies) {
  const post = createPost({ allowsPrivate: () => config().allowsPrivateHooks })
  const sending = createSendDue({ pool, keyring, post, onFailure: (error) => logFailure(NOT_SENT, error) })
  let recipients: Recipient[] = []

  /** Keeps the same array while the recipients have not changed. */
  async function refreshRecipients(): Promise<void> {
    const read = await readRecipients(pool)
    if (JSON.stringify(read) !== JSON.stringify(recipients)) recipients = read
  }

  const lookAfter = createSwitchOff({ pool, config, mailOwner })

  return {
    recipients: () => recipients,
    refreshRecipients,
    lookAfter,
    /** Sends all due events now. */
    deliver: async () => {
      while ((await followEvents(pool)).isMore);
      await sending.begin()
      await sending.finish()
    },
    start: () => {
      const sendingLoops = startSending({ pool, sending, logFailure })
      const loops = together([sendingLoops, startUpkeep({ pool, keyring, refreshRecipients, lookAfter, logFailure })])
      return {
        stop: async () => {
          await loops.stop()
          await sending.stop()
        },
      }
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>

type Sending = Pick<Dependencies, 'pool' | 'logFailure'> & { sending: ReturnType<typeof createSendDue> }

function startSending({ pool, sending, logFailure }: Sending): Repeating {
  const loop = { restMs: REST_MS, atOnce: true, logFailure }
  const begin = async () => ((await sending.begin()) ? REST_MS : IDLE_MS)
  return together([
    startRepeating({ ...loop, step: follow, failure: 'events for other programs could not be read' }),
    startRepeating({ ...loop, step: begin, failure: NOT_SENT }),
  ])

  async function follow(): Promise<number> {
    const began = performance.now()
    const { isMore, hasEndpoints } = await followEvents(pool)
    if (isMore) return (performance.now() - began) * Math.max(1, sending.rest())
    return hasEndpoints ? REST_MS : IDLE_MS
  }
}

type Upkeep = Pick<Dependencies, 'pool' | 'keyring' | 'logFailure'> & {
  refreshRecipients: () => Promise<void>
  lookAfter: () => Promise<void>
}

function startUpkeep({ pool, keyring, refreshRecipients, lookAfter, logFailure }: Upkeep): Repeating {
  const loop = (step: () => Promise<null | void>, restMs: number, failure: string) =>
    startRepeating({ step, restMs, atOnce: true, failure, logFailure })
  const resealOnce = async () => (await reseal({ pool, keyring }), null)
  return together([
    loop(refreshRecipients, 2_000, 'the endpoints with personal data could not be read'),
    loop(lookAfter, MINUTE_MS, 'failing endpoints could not be looked after'),
    loop(() => dropDeliveries(pool), 60 * MINUTE_MS, 'the log of webhooks could not be shortened'),
    loop(resealOnce, MINUTE_MS, 'secrets of endpoints could not be sealed again'),
  ])
}

/** Seals all endpoints again that are sealed with an older key. */
async function reseal({ pool, keyring }: Pick<Dependencies, 'pool' | 'keyring'>): Promise<void> {
  if (keyring.whyNot() !== null) return
  for (const { id, sealed } of await readAllSealed(pool)) {
    const opened = keyring.isNewest(sealed) ? null : keyring.open(sealed, purposeOf(id))
    if (opened !== null)
      await replaceSealed(pool, { id, sealed: keyring.seal(opened, purposeOf(id)), isRotated: false })
  }
}

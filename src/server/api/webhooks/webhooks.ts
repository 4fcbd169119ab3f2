import type { Current } from '../../base/config/config.ts'
import type { TellOwners } from '../../deliveries/mail/send-to-owner.ts'
import type { Task } from '../../db/tasks.ts'
import type { Keyring } from '../../settings/keyring.ts'
import { type LogFailure, type Repeating, startRepeating, together } from '../../base/start-repeating.ts'
import {
  giveBack,
  purposeOf,
  readAllSealed,
  readRecipients,
  replaceSealed,
  switchOffFailing,
  takeUntold,
} from './endpoints.ts'
import { createPost } from './post.ts'
import { createSendDue } from './send-due.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { switchedOffMail } from '../../../emails/owner-mail.ts'
import type { Pool } from '../../db/query.ts'

type Recipient = Awaited<ReturnType<typeof readRecipients>>[number]

type Dependencies = {
  pool: Pool
  keyring: Keyring
  config: Current<'allowsPrivateHooks' | 'mail'>
  logFailure: LogFailure
  tellOwners: TellOwners
}

const MINUTE_MS = 60_000

export function createWebhooks({ pool, keyring, config, logFailure, tellOwners }: Dependencies) {
  const post = createPost({ allowsPrivate: () => config().allowsPrivateHooks })
  const sending = createSendDue({
    pool,
    keyring,
    post,
    onFailure: (error) => logFailure('webhooks could not be sent', error),
  })
  let recipients: Recipient[] = []

  async function refreshRecipients(): Promise<void> {
    const read = await readRecipients(pool)
    if (JSON.stringify(read) !== JSON.stringify(recipients)) recipients = read
  }

  const lookAfter = createSwitchOff({ pool, tellOwners })

  return {
    recipients: () => recipients,
    refreshRecipients,
    lookAfter,
    task: {
      name: 'look after endpoints',
      everyMs: MINUTE_MS,
      failure: 'failing endpoints could not be looked after',
      run: lookAfter,
    } satisfies Task,
    sending,
    start: () => startUpkeep({ pool, keyring, refreshRecipients, logFailure }),
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>

type Upkeep = Pick<Dependencies, 'pool' | 'keyring' | 'logFailure'> & {
  refreshRecipients: () => Promise<void>
}

function startUpkeep({ pool, keyring, refreshRecipients, logFailure }: Upkeep): Repeating {
  const loop = (step: () => Promise<null | void>, restMs: number, failure: string) =>
    startRepeating({ step, restMs, atOnce: true, failure, logFailure })
  const resealOnce = async () => (await reseal({ pool, keyring }), null)
  return together([
    loop(refreshRecipients, 5_000, 'the endpoints with personal data could not be read'),
    loop(resealOnce, MINUTE_MS, 'secrets of endpoints could not be sealed again'),
  ])
}

async function reseal({ pool, keyring }: Pick<Dependencies, 'pool' | 'keyring'>): Promise<void> {
  if (keyring.whyNot() !== null) return
  for (const { id, sealed } of await readAllSealed(pool)) {
    const opened = keyring.isNewest(sealed) ? null : keyring.open(sealed, purposeOf(id))
    if (opened !== null)
      await replaceSealed(pool, { id, sealed: keyring.seal(opened, purposeOf(id)), isRotated: false })
  }
}

function createSwitchOff({ pool, tellOwners }: Pick<Dependencies, 'pool' | 'tellOwners'>): () => Promise<void> {
  let failures = 0
  let restsUntil = 0

  return async () => {
    await switchOffFailing(pool)
    if (Date.now() < restsUntil) return
    if (await tellOfAll()) return void (failures = 0)
    // No rest after the first failure: the next call comes a minute later.
    restsUntil = Date.now() + Math.min(DAY_MS, (2 ** failures - 1) * MINUTE_MS)
    failures += 1
  }

  /** Returns false as soon as nobody could be told of an endpoint. */
  async function tellOfAll(): Promise<boolean> {
    for (let endpoint = await takeUntold(pool); endpoint; endpoint = await takeUntold(pool)) {
      const isTold = await tellOwners(switchedOffMail(endpoint))
      await giveBack(pool, { id: endpoint.id, isTold })
      if (!isTold) return false
    }
    return true
  }
}

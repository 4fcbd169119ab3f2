import type { PgBoss } from 'pg-boss'
import type pg from 'pg'
import { createKinds } from './acts/kinds.ts'
import type { TakeBackSettings } from './acts/kinds/settings.ts'
import { createRunAct } from './acts/run-act.ts'
import type { Deliveries } from './deliveries/outbox/delivery.ts'
import type { EraseEntries } from './erasing/erase-entries.ts'
import { createForgetStatistics } from './erasing/forget-statistics.ts'
import { createFollowReviews } from './deliveries/follow-reviews.ts'
import type { RunSync } from './deliveries/sync/run-sync.ts'
import type { Handlers } from './deliveries/start-jobs.ts'
import type { Enqueue } from './jobs/enqueue.ts'
import { createChangeEmails } from './own-place/change-email.ts'
import { createMoveAddress } from './own-place/move-address.ts'
import { createTokens } from './tokens/tokens.ts'
import { createLeaveLater } from './own-place/leave.ts'
import { createCreditLater } from './ledger/credit-later.ts'

type Dependencies = {
  boss: PgBoss
  enqueue: Enqueue
  pool: pg.Pool
  deliveries: () => Deliveries
  runSync: RunSync
  eraseEntries: EraseEntries
  isProductSet: () => boolean
  siteFile: string | null
  takeBackSettings: TakeBackSettings
}

/** The handlers of the jobs that belong to no channel. */
export function createHandlers({
  boss,
  enqueue,
  pool,
  deliveries,
  runSync,
  eraseEntries,
  isProductSet,
  siteFile,
  takeBackSettings,
}: Dependencies): Handlers {
  const tokens = createTokens(pool)
  const kinds = createKinds({
    enqueue,
    eraseEntries,
    moveAddress: createMoveAddress({ tokens, eraseEntries }),
    isProductSet,
    siteFile,
    takeBackSettings,
  })
  return {
    'credit-referrer': createCreditLater({ pool, enqueue }),
    'run-sync': ([run], signal) => runSync(run!, signal),
    'run-act': createRunAct({ pool, kinds }),
    'change-email': createChangeEmails({ pool, tokens, eraseEntries }),
    leave: createLeaveLater({ pool, eraseEntries }),
    'forget-statistics': createForgetStatistics({ pool }),
    'follow-reviews': createFollowReviews({ boss, pool, deliveries }),
  }
}

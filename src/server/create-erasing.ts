import { forgetAnswers } from './api/once.ts'
import { forgetCorrections } from './acts/store/correction-queries.ts'
import { forgetLabels } from './acts/store/tag-queries.ts'
import type { Config } from './config/config.ts'
import type { Transaction } from './db/pool.ts'
import { createEraseEntries } from './erasing/erase-entries.ts'
import { createEraseRequests } from './erasing/erase-requests.ts'
import { forgetRows } from './importing/rows.ts'
import { forgetChanges } from './people/addresses/email-changes.ts'
import { createJournal } from './erasing/journal.ts'
import { recordEvents } from './events/record-events.ts'
import { forgetTrust } from './trust/queries.ts'
import { forgetHookAnswers } from './webhooks/deliveries.ts'
import { forgetRewards } from './rewards/read-rewards.ts'
import { endInvitationsOf } from './waves/invitation-queries.ts'

export function createErasing({ dataDir }: Pick<Config, 'dataDir'>) {
  const journal = createJournal(dataDir)
  const alsoForget = [
    forgetLabels,
    forgetCorrections,
    forgetChanges,
    forgetTrust,
    forgetRows,
    forgetInvitations,
    forgetAnswers,
    forgetHookAnswers,
    forgetRewards,
  ]
  return {
    journal,
    eraseEntries: createEraseEntries({ journal, alsoForget }),
    eraseRequests: createEraseRequests({ journal }),
  }
}

/** The rows stay: they hold only times and states. */
async function forgetInvitations(tx: Transaction, ids: string[]): Promise<void> {
  await recordEvents(tx, 'invitation-ended', await endInvitationsOf(tx, { ids, reason: 'erased' }))
}

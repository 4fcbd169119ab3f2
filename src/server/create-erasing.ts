import { forgetAnswers } from './acts/once.ts'
import { forgetCorrections } from './acts/kinds/correct-email.ts'
import { forgetLabels } from './acts/kinds/labels.ts'
import type { Config } from './base/config/config.ts'
import { createEraseEntries, createEraseRequests } from './operations/erasing/erase-entries.ts'
import { forgetRows } from './joining/importing/rows.ts'
import { forgetChanges } from './people/addresses/email-changes.ts'
import { createJournal } from './operations/erasing/journal.ts'
import { recordEvents } from './people/events/record-events.ts'
import { forgetTrust } from './trust/judge-joins.ts'
import { forgetHookAnswers } from './api/webhooks/deliveries.ts'
import { forgetBoardNames } from './rewards/leaderboard.ts'
import { endInvitationsOf } from './waves/invitations.ts'
import type { Transaction } from './db/query.ts'
import { forgetRewards } from './rewards/milestones.ts'

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
    forgetBoardNames,
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

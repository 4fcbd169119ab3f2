import type pg from 'pg'
import { createKinds } from './acts/kinds.ts'
import type { TakeBackSettings } from './acts/kinds/settings.ts'
import { createRunAct } from './acts/run-act.ts'
import type { EraseEntries } from './erasing/erase-entries.ts'
import { createForgetStatistics } from './erasing/forget-statistics.ts'
import type { OwnChannel, OwnWork } from './outbox/channel.ts'
import { createChangeEmailLater } from './own-place/change-email.ts'
import { createLeaveLater } from './own-place/leave.ts'
import { createMoveAddress } from './own-place/move-address.ts'
import { createTokens } from './tokens/tokens.ts'

type Dependencies = {
  pool: pg.Pool
  runSync: OwnWork
  eraseEntries: EraseEntries
  isProductSet: () => boolean
  takeBackSettings: TakeBackSettings
}

export function createOwnWork({ pool, runSync, eraseEntries, ...rest }: Dependencies): Record<OwnChannel, OwnWork> {
  const tokens = createTokens(pool)
  const moveAddress = createMoveAddress({ tokens, eraseEntries })
  const kinds = createKinds({ eraseEntries, moveAddress, ...rest })
  return {
    'run-sync': runSync,
    'run-act': createRunAct({ pool, kinds }),
    'change-email': createChangeEmailLater({ pool, tokens, eraseEntries }),
    leave: createLeaveLater({ pool, eraseEntries }),
    'forget-statistics': createForgetStatistics({ pool }),
  }
}

import type { ActKindName } from '#shared/list/act-requests.ts'
import type { EraseEntries } from '../erasing/erase-entries.ts'
import type { ActKind } from './store/kind.ts'
import { callBackKind } from './kinds/call-back.ts'
import { createCorrectEmail, type MoveAddress } from './kinds/correct-email.ts'
import { createErase } from './kinds/erase.ts'
import { exporting } from './kinds/export.ts'
import { createImport } from './kinds/import.ts'
import { note } from './kinds/note.ts'
import { referralRule } from './kinds/referral-rule.ts'
import { createReviewKinds } from './kinds/review.ts'
import { publishing } from './kinds/publish.ts'
import { createSettingsKind, type TakeBackSettings } from './kinds/settings.ts'
import { milestone, takeReward } from './kinds/reward.ts'
import { createResend } from './kinds/resend.ts'
import { tag } from './kinds/tag.ts'
import { update } from './kinds/update.ts'
import { createWave } from './kinds/wave.ts'

// The engine passes each kind its own params, whose types it does not know.
export type ActKinds = Record<ActKindName, ActKind<any, any>>

type Dependencies = {
  eraseEntries: EraseEntries
  moveAddress: MoveAddress
  isProductSet: () => boolean
  takeBackSettings: TakeBackSettings
}

export function createKinds({ eraseEntries, moveAddress, isProductSet, takeBackSettings }: Dependencies): ActKinds {
  return {
    tag,
    note,
    ...createReviewKinds(),
    'correct-email': createCorrectEmail({ moveAddress }),
    erase: createErase({ eraseEntries }),
    import: createImport({ eraseEntries }),
    export: exporting,
    settings: createSettingsKind({ takeBack: takeBackSettings }),
    publish: publishing,
    'referral-rule': referralRule,
    wave: createWave({ isProductSet }),
    'call-back': callBackKind,
    resend: createResend(),
    update,
    milestone,
    'take-reward': takeReward,
  }
}

import type { ActKindName } from '#shared/list/act-requests.ts'
import type { EraseEntries } from '../operations/erasing/erase-entries.ts'
import { correctEmail, type MoveAddress } from './kinds/correct-email.ts'
import {
  erase,
  createSettingsKind,
  exporting,
  milestone,
  publishing,
  referralRule,
  type TakeBackSettings,
} from './kinds/recorded.ts'
import { importing } from './kinds/import.ts'
import { note, tag, takeReward } from './kinds/labels.ts'
import { reviewKinds } from './kinds/review.ts'
import { callBackAct, createWave, resend, update } from './kinds/wave.ts'
import type { ActKind } from './store/kind.ts'

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
    ...reviewKinds,
    'correct-email': correctEmail(moveAddress),
    erase: erase(eraseEntries),
    import: importing(eraseEntries),
    export: exporting,
    settings: createSettingsKind(takeBackSettings),
    publish: publishing,
    'referral-rule': referralRule,
    wave: createWave(isProductSet),
    'call-back': callBackAct,
    resend,
    update,
    milestone,
    'take-reward': takeReward,
  }
}

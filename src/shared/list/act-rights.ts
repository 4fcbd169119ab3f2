import type { Right } from '../owner/accounts.ts'
import type { ActKindName } from './act-requests.ts'

/** Undoing an act needs the same role. */
export const ACT_RIGHTS: Record<ActKindName, Right> = {
  accept: { role: 'manager' },
  reject: { role: 'manager' },
  hold: { role: 'manager' },
  'trust-rule': { role: 'manager' },
  tag: { role: 'manager' },
  note: { role: 'manager' },
  // Whoever reads the new mailbox can export and erase.
  'correct-email': { role: 'owner', proof: true },
  wave: { role: 'manager' },
  'call-back': { role: 'manager' },
  resend: { role: 'manager' },
  update: { role: 'manager' },
  export: { role: 'manager' },
  'close-holds': { role: 'manager' },
  erase: { role: 'owner', proof: true },
  import: { role: 'owner', proof: true },
  'referral-rule': { role: 'owner' },
  milestone: { role: 'owner' },
  'take-reward': { role: 'manager' },
  settings: { role: 'owner' },
  publish: { role: 'owner' },
}

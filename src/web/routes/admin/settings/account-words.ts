import type { ListedAccount, Role } from '#shared/owner/accounts.ts'

export const ROLE_WORDS: Record<Role, { name: string; may: string }> = {
  reader: { name: 'Reader', may: 'can see figures and people' },
  manager: { name: 'Manager', may: 'can also tag, write notes, review, invite, answer messages, export and sync' },
  owner: { name: 'Owner', may: 'can do everything' },
}

export const STATE_WORDS: Record<ListedAccount['state'], string> = {
  invited: 'Invited',
  active: 'Active',
  disabled: 'Disabled',
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Mac OS', 'Mac'],
  ['Windows', 'Windows'],
  ['Linux', 'Linux'],
] as const

export function deviceWords(device: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => device.includes(mark))?.[1]
  return [find(BROWSERS) ?? 'Another app', find(SYSTEMS)].filter(Boolean).join(' on ')
}

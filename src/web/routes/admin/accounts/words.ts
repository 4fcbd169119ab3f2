import type { ListedAccount, Role } from '#shared/owner/accounts.ts'

export const ROLE_WORDS: Record<Role, { name: string; may: string }> = {
  reader: { name: 'Reader', may: 'sees figures and people' },
  manager: { name: 'Manager', may: 'also tags, notes, reviews, invites, answers messages, exports and syncs' },
  owner: { name: 'Owner', may: 'may do everything' },
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

/** The device in words, such as 'Firefox on Windows', from a browser's user agent. */
export function deviceWords(device: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => device.includes(mark))?.[1]
  return [find(BROWSERS) ?? 'Another program', find(SYSTEMS)].filter(Boolean).join(' on ')
}

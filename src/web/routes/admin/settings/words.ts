import type { SettingGroup } from '#shared/owner/setting-fields.ts'

/** The purpose of each group. */
export const GROUP_NOTES: Record<SettingGroup, string> = {
  list: 'Where people find it, and how they join.',
  mail: 'Welcome, referral news and invitations go out through your mail service.',
  notion: 'A page in your database for each person.',
  beehiiv: 'A subscription in your publication for each person.',
  product: 'The product that invited people go to.',
  privacy: 'What is kept, and for how long. The privacy page follows.',
  embedding: 'The form of this list on your own pages.',
  backups: 'A copy of the whole list every night.',
  version: 'What you have, and what changed in it.',
  limits: 'So that nobody gets too much mail, and your mail service does not block you.',
}

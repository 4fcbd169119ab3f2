import { FIXED_COLUMNS } from './export-columns.ts'
import { FACTS } from './imports.ts'

export const TAKEN_KEYS: ReadonlySet<string> = new Set([
  ...'email used_referral_code submission_id utm elapsed_ms website stamp proof site_version further_answers'.split(
    ' ',
  ),
  // Of the form without scripts.
  ...'start step act code asked_email'.split(' '),
  ...FIXED_COLUMNS,
  ...FACTS,
])

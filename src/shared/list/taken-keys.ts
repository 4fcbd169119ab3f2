import { FIXED_COLUMNS } from './export-columns.ts'
import { FACTS } from './imports.ts'

export const TAKEN_KEYS: ReadonlySet<string> = new Set([
  ...'email used_referral_code submission_id utm elapsed_ms website stamp proof site_version further_answers'.split(
    ' ',
  ),
  ...FIXED_COLUMNS,
  ...FACTS,
])

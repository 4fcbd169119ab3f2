import { FIXED_COLUMNS } from './export-columns.ts'
import { FACTS } from './imports.ts'

/**
 * The keys that no new question can have: a request to join has fields with these names, or the exported list has
 * columns with them, or an import reads columns with these names as something else.
 */
export const TAKEN_KEYS: ReadonlySet<string> = new Set([
  ...'email used_referral_code submission_id utm elapsed_ms website stamp proof site_version further_answers'.split(
    ' ',
  ),
  ...FIXED_COLUMNS,
  ...FACTS,
])

import { FIXED_COLUMNS } from './export-columns.ts'
import { FACTS } from './imports.ts'

/** Fields of a join request, columns of the export, or columns that an import reads as something else. */
export const TAKEN_KEYS: ReadonlySet<string> = new Set([
  ...'email used_referral_code submission_id utm elapsed_ms website stamp proof site_version further_answers'.split(
    ' ',
  ),
  ...FIXED_COLUMNS,
  ...FACTS,
])

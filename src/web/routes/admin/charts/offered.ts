import { PRICE_NAMES } from '#shared/facets.ts'
import { INDUSTRIES, PROBLEMS } from '#site/questionnaire.ts'

/** The choices, in the order that fixes each choice's tone. */
export const offered = {
  industries: INDUSTRIES as readonly string[],
  prices: PRICE_NAMES,
  providers: ['Solo Provider', 'Group Practice'],
  problems: PROBLEMS as readonly string[],
}

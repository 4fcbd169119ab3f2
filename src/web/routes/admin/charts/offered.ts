import { priceNames } from '#shared/site/facets.ts'
import { offered as choicesTo } from '#shared/site/offered.ts'
import { perSite } from '#shared/site/site.ts'

/** The choices, in the order that fixes each choice's tone. */
export const offered = perSite(() => ({
  industries: choicesTo('job_industry'),
  prices: priceNames(),
  providers: ['Solo Provider', 'Group Practice'],
  problems: choicesTo('problems'),
}))

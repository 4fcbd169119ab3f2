import { priceNames } from '#shared/site/facets.ts'
import { offered as choicesTo } from '#shared/site/offered.ts'
import { perSite } from '#shared/site/site.ts'

/** The choices of each chart, in the order that fixes the tone of each choice. */
export const offered = perSite(() => ({
  industries: choicesTo('job_industry'),
  prices: priceNames(),
  providers: ['Solo Provider', 'Group Practice'],
  problems: choicesTo('problems'),
}))

import { fill } from '#shared/values/fill.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'

/** The code beside a link that only scripts can read, such as `K7P2-QX9M`, and the origin of the site. */
export type Code = { code: string; origin: string }

/** The sentence with the code, and where to type it. */
export function codeText({ code, origin }: Code): string {
  return fill(site().mails.code, { code, page: `${new URL(origin).host}${paths.place}` })
}

/** The code in sample mails, which the owner looks at. */
export const SAMPLE_CODE = 'ABCD-EFGH'

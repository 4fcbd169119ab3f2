import { isFurther, NO_COLUMNS, otherOf, type Question, shownQuestions } from '../site/questions.ts'
import { perSite } from '../site/site.ts'

const FIXED = {
  first: [
    'email',
    'full_name',
    'position',
    'joined_position',
    'referral_code',
    'used_referral_code',
    'referrals',
    'business_name',
    'is_solo_provider',
    'job_industry',
    'problems',
    'other_problem',
    'goals',
    'other_goal',
    'price_range',
  ],
  last: [
    'place_in_line',
    'answers_not_proven',
    'state',
    'rejected',
    'doubtful',
    'gets_mail',
    'language',
    'tags',
    'rewards',
    'named_code',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
    'created_at_local',
    'created_at_utc',
  ],
}
export const FIXED_COLUMNS: readonly string[] = [...FIXED.first, ...FIXED.last]

/** Without the columns of questions that are not shown. */
export const exportColumns = perSite((): readonly string[] => {
  const namesOf = (questions: readonly Question[]) =>
    questions.flatMap((question) => [question.name, otherOf(question) ?? []].flat())
  const shown = namesOf(shownQuestions())
  return [
    ...FIXED.first.filter((name) => !Object.hasOwn(NO_COLUMNS, name) || shown.includes(name)),
    ...namesOf(shownQuestions().filter(isFurther)),
    ...FIXED.last,
  ]
})

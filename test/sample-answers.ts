import { choicesOf, type Question } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'

/** The default answers of tests, by question. Other questions get `firstAnswer`. */
const KNOWN: Record<string, unknown> = {
  full_name: 'Robin Reed',
  business_name: 'The Corner Chair',
  is_solo_provider: true,
  job_industry: 'Barber',
  problems: ['Challenges in expanding your client base'],
  goals: ['Increase my number of bookings', 'Connect with mentors'],
  price_range: '£10 - £30/month',
}

/** A complete set of answers, by the names of the questions. */
export function sampleAnswers(): Record<string, unknown> {
  return Object.fromEntries(
    site().questions.map((question) => [
      question.name,
      Object.hasOwn(KNOWN, question.name) ? KNOWN[question.name] : firstAnswer(question),
    ]),
  )
}

function firstAnswer(question: Question): unknown {
  if (question.kind === 'text') return 'Some words'
  if (question.kind === 'number') return question.min ?? question.max ?? 12
  if (question.kind === 'date') return '2026-06-30'
  if (question.kind === 'link') return 'https://robin.example/chair'
  if (question.kind === 'yes-no') return true
  const first = choicesOf(question)[0]!.value
  return question.kind === 'many' ? [first] : first
}

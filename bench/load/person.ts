import { sampleAnswers } from '../../test/sample-answers.ts'
import { ROUTES } from '#shared/routes.ts'

const USED_CODES = 5_000

/** A third of them use a code that `remember` got. */
export async function createPeople(address: string) {
  const { stamp } = (await (await fetch(address + ROUTES.formStamp.path)).json()) as { stamp: string }
  const run = `${process.pid}-${Date.now()}`
  const codes: string[] = []
  let people = 0
  return {
    next(): string {
      people += 1
      const used = people % 3 === 0 ? codes[Math.floor(Math.random() * codes.length)] : undefined
      return JSON.stringify({
        email: `bench-${run}-${people}@example.com`,
        ...sampleAnswers(),
        is_solo_provider: people % 2 === 0,
        job_industry: 'Hairdresser',
        problems: ['Managing tasks while fulfilling services', 'Challenges in expanding your client base'],
        used_referral_code: used,
        submission_id: crypto.randomUUID(),
        elapsed_ms: 60_000,
        stamp,
      })
    },
    remember(code: string) {
      if (codes.length < USED_CODES) codes.push(code)
    },
  }
}

import type pg from 'pg'
import { toSentAnswers } from '#shared/site/answers.ts'
import type { ToConfirm } from '#shared/joining/place.ts'
import { readRequests } from '../joining/requests.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { readAddress } from '../people/find-person.ts'
import { readPerson } from '../people/read-person.ts'
import { readClaims } from '../trust/states.ts'

type AnswerSet = ToConfirm['sets'][number]

export type ReadSets = (personId: string) => Promise<ToConfirm | null>

export function createReadSets(pool: pg.Pool): ReadSets {
  return async (personId) => {
    if ((await readAddress(pool, personId)) === null) return null
    const requests = await readRequests(pool, personId)
    const sets = requests.map(({ id, created_at, request }) => ({
      id,
      at: created_at.toISOString(),
      full_name: request.full_name,
      answers: toSentAnswers(pickAnswers(request)) as AnswerSet['answers'],
    }))
    const confirmed = sets.length === 0 && ((await readPerson(pool, personId))?.has_pressed ?? false)
    const codes = requests.flatMap(({ request }) => request.used_referral_code ?? [])
    const inviters = await readClaims(pool, personId, codes)
    return { sets, confirmed, ...(inviters.length > 0 && { inviters }) }
  }
}

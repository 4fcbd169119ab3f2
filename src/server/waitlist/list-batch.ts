import type { Answers } from '#shared/answers.ts'
import { type Listing, type NewListing, toListing } from './listing.ts'
import type { Counter } from './queries.ts'
import type { Counted } from './rollups.ts'

/** What a batch comes to for the dashboard: rows of its list, and what its sums change by. */
export type BatchListing = {
  listings: NewListing[]
  relisted: (Listing & { entry_id: string })[]
  counted: Counted[]
}

type Person = {
  id: string
  email: string
  answers: Answers
  /** What the list has of them so far; null for somebody new. */
  listedAnswers: Answers | null
  day: string
  is_referred: boolean
  source: string | null | undefined
}

export function listBatch(people: Person[], { slots }: Pick<Counter, 'slots'>): BatchListing {
  const batch: BatchListing = { listings: [], relisted: [], counted: [] }
  for (const person of people) {
    const { id, day, answers, listedAnswers } = person
    if (answers === listedAnswers) continue
    const listing = toListing({ ...person, ...answers }, slots)
    batch.counted.push({ day, listing, weight: 1 })
    if (listedAnswers === null) {
      batch.listings.push({ entry_id: id, ...listing })
    } else {
      batch.relisted.push({ entry_id: id, ...listing })
      batch.counted.push({ day, listing: toListing({ ...person, ...listedAnswers }, slots), weight: -1 })
    }
  }
  return batch
}

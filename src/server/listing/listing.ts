import { type Answers, choiceKeysOf } from '#shared/answers.ts'
import { industryOf, priceOf, sourceOf } from '#shared/facets.ts'
import { fold, searchText } from '#shared/search-text.ts'
import type { Transaction } from '../db/pool.ts'
import { type Slots, toMask } from './choices.ts'

/** The values by which an entry is filtered, searched, sorted and counted. */
export type Listing = {
  search: string
  business: string
  industry: string
  is_solo: boolean | null
  price: string
  problems: number
  goals: number
  /** The keys of the choices in further questions; null if there are none. */
  choices: string[] | null
  is_referred: boolean
  source: string | null
}

type Listable = Answers & { email: string; is_referred: boolean; source: string | null | undefined }

const COLUMNS = `search text, business text, industry text, is_solo boolean, price text, problems bigint, goals bigint,
  choices text[], is_referred boolean, source text`

export function toListing(entry: Listable, slots: Slots): Listing {
  const choices = choiceKeysOf(entry)
  return {
    search: searchText(entry),
    business: fold(entry.business_name ?? ''),
    industry: industryOf(entry),
    is_solo: entry.is_solo_provider,
    price: priceOf(entry.price_range),
    problems: toMask(entry.problems, slots.problem),
    goals: toMask(entry.goals, slots.goal),
    choices: choices.length > 0 ? choices : null,
    is_referred: entry.is_referred,
    source: sourceOf(entry.source),
  }
}

/** `created_at` is the current time if not given. */
export type NewListing = Listing & { entry_id: string; created_at?: string }

export async function insertListings(tx: Transaction, listings: NewListing[]): Promise<void> {
  if (listings.length === 0) return
  await tx.query(
    addListingsOf(`
     select entry_id, coalesce(created_at, now()), search, business, industry, is_solo, price, problems, goals,
       choices, is_referred, source
     from json_to_recordset($1) as t (entry_id uuid, created_at timestamptz, ${COLUMNS})`),
    [JSON.stringify(listings)],
  )
}

/** The statement that lists entries, from a query of these columns in this order. */
export function addListingsOf(query: string): string {
  return `insert into entry_listing (entry_id, created_at, search, business, industry, is_solo, price, problems, goals,
      choices, is_referred, source) ${query}`
}

export async function changeListings(tx: Transaction, listings: (Listing & { entry_id: string })[]): Promise<void> {
  if (listings.length === 0) return
  await tx.query(
    `update entry_listing l set search = t.search, business = t.business, industry = t.industry, is_solo = t.is_solo,
       price = t.price, problems = t.problems, goals = t.goals, choices = t.choices
     from json_to_recordset($1) as t (entry_id uuid, ${COLUMNS})
     where l.entry_id = t.entry_id`,
    [JSON.stringify(listings)],
  )
}

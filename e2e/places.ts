import type { Page } from '@playwright/test'
import { firstRule, milestonesOf } from '#shared/joining/referral.ts'
import type { Place } from '#shared/joining/place.ts'
import { sampleAnswers } from '../test/sample-answers.ts'

const HOUR_MS = 3_600_000

type Wish = Partial<Place> & { counted?: number; waiting?: number; rank?: number | null }

/** A person's own place as the server tells it: #37 and 28th in line unless wished otherwise. */
export function fakePlace({ counted = 2, waiting = 0, rank = 28, ...wish }: Wish = {}): Place {
  const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
  const position = wish.position ?? 37
  const friends = Array.from({ length: Math.min(100, counted + waiting) }, (_, index) => ({
    label: index % 7 === 3 ? null : 'j•••@gmail.com',
    at: at(index + 1),
    state: index < waiting ? ('confirm' as const) : ('counted' as const),
  }))
  return {
    language: 'en',
    email: 'ada.fade@a-rather-long-salon-name-in-brighton.example.com',
    position,
    joined_position: position,
    joined_at: at(500),
    place_in_line: rank,
    ahead: rank && rank - 1,
    behind: rank && 904,
    next_friend: rank ? { position: Math.max(1, position - 5), place_in_line: Math.max(1, rank - 5) } : null,
    referral_code: 'AB12CD',
    referrals: counted,
    history: friends.map(({ label, at, state }) => ({
      kind: state === 'counted' ? ('friend' as const) : ('friend-waits' as const),
      at,
      friend: label,
      position,
      places: state === 'counted' ? 5 : 0,
    })),
    let_in: [],
    invitation: null,
    friends,
    rule: firstRule(),
    milestones: milestonesOf(firstRule(), wish.joined_position ?? position).map((milestone) => ({
      ...milestone,
      reached: counted >= milestone.friends,
    })),
    full_name: 'Ada Fade',
    answers_hidden: false,
    answers: { ...sampleAnswers() } as Place['answers'],
    answered_at: at(500),
    state: 'waiting',
    confirmed_at: at(499),
    gets_mail: true,
    wants_updates: true,
    friend_mails: 'each',
    wants_mail: true,
    waiting_change: null,
    mailed: true,
    ...wish,
  }
}

/** Answers the calls of a place from now on: with a place, or with the status of an error. */
export async function serve(page: Page, answer: object | number) {
  const code = answer === 404 ? 'not-found' : 'unavailable'
  await page.route('**/api/place', (route) =>
    typeof answer === 'number'
      ? route.fulfill({ status: answer, json: { error: { code, message: 'no' } } })
      : route.fulfill({ json: answer }),
  )
}

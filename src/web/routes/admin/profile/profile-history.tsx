import { useId } from 'react'
import type { EntryDetail } from '#shared/entry.ts'
import { grouped } from '../../../ui/grouped.ts'
import { EarlierAnswers } from './earlier-answers.tsx'
import { Moment } from './moment.tsx'

type ProfileHistoryProps = { detail: EntryDetail; onOpen: (id: string) => void }

/** How the position came about, friend by friend, and what was answered before. */
export function ProfileHistory({ detail: { entry, history }, onOpen }: ProfileHistoryProps) {
  const { referrer, credits, credit_count, revisions, codes } = history
  const id = useId()
  const omitted = credit_count - credits.length

  return (
    <>
      <section aria-labelledby={id}>
        <h3 id={id} className="dialog-title">
          History
        </h3>
        <ol className="history">
          <li>
            <p>
              Joined at <strong>#{grouped(entry.joined_position)}</strong>
              {referrer && (
                <>
                  , with the code of <PersonLink person={referrer} onOpen={onOpen} />
                </>
              )}
            </p>
            <Moment date={entry.created_at} />
          </li>
          {omitted > 0 && <li>{grouped(omitted)} friends before these are not listed.</li>}
          {credits.map((credit) => (
            <li key={credit.friend.id}>
              <p>
                <PersonLink person={credit.friend} onOpen={onOpen} /> joined with their code: {effectOf(credit)}
              </p>
              <Moment date={credit.created_at} />
            </li>
          ))}
          <li>
            <p>
              Now at <strong>#{grouped(entry.position)}</strong>, with {grouped(entry.referrals)}{' '}
              {entry.referrals === 1 ? 'referral' : 'referrals'}
            </p>
          </li>
        </ol>
        {entry.used_referral_code && !referrer && (
          <p className="dialog-note">The code they used, {entry.used_referral_code}, belongs to nobody.</p>
        )}
        {codes.length > 1 && <p className="dialog-note">All of these codes are theirs: {codes.join(', ')}.</p>}
        {entry.utm_source && <p className="dialog-note">The link they followed stood at “{entry.utm_source}”.</p>}
      </section>
      {revisions.length > 0 && <EarlierAnswers revisions={revisions} />}
    </>
  )
}

type Credit = EntryDetail['history']['credits'][number]

function effectOf({ state, places, position }: Credit): string {
  if (state === 'held') return 'held until you decide'
  if (state === 'rejected') return 'not counted'
  return `up ${places} ${places === 1 ? 'place' : 'places'}, to #${grouped(position)}`
}

type Person = Credit['friend']

function PersonLink({ person, onOpen }: { person: Person; onOpen: (id: string) => void }) {
  if (person.email === null) return 'somebody since erased'
  return (
    <button type="button" onClick={() => onOpen(person.id)} className="person">
      {person.email}
    </button>
  )
}

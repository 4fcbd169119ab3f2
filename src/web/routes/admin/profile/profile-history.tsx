import { several } from '../ui/words.ts'
import { isolated, languageName } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { type ReactNode, useRef } from 'react'
import { milestonesOf } from '#shared/joining/referral.ts'
import type { Credit, EntryDetail, FriendCounts } from '#shared/list/entry.ts'
import { EarlierAnswers } from './profile-answers.tsx'
import { FilterLink } from './profile-standing.tsx'
import { Person } from '../ui/person.tsx'
import { useReferralRule } from '../../thank-you/use-referral-rule.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { Part } from './part.tsx'

type ProfileHistoryProps = {
  detail: EntryDetail
  /** Oldest first. */
  credits: Credit[]
  more: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ hasNextPage: boolean }>
  }
}

export function ProfileHistory({ detail, credits, more }: ProfileHistoryProps) {
  const { entry, history } = detail
  const { friends, revisions, link } = history
  const standing = friendsWords(friends)
  const heading = useRef<HTMLHeadingElement>(null)
  const rule = useReferralRule()
  const milestone = milestonesOf(rule, entry.joined_position)
    .filter(({ friends }) => friends <= entry.referrals)
    .at(-1)

  return (
    <>
      <Part title="History" heading={heading}>
        <div className="flex flex-col-reverse max-h-88 overflow-y-auto overscroll-contain">
          <ol className="history">
            <JoinedStep entry={detail.entry} referrer={detail.history.referrer} />
            {detail.history.imported && <ImportedStep imported={detail.history.imported} />}
            {more.hasNextPage && (
              <MoreSteps
                more={more}
                omitted={detail.history.credit_count - credits.length}
                onEnd={() => heading.current?.focus({ preventScroll: true })}
              />
            )}
            {credits.map((credit) => (
              <li key={credit.friend.id}>
                <p>
                  <Person {...credit.friend} /> joined via their link: {effectOf(credit)}
                </p>
                <Moment date={credit.created_at} as="medium" />
              </li>
            ))}
            <li>
              <p>
                Now at <strong>#{grouped(detail.entry.position)}</strong>, with{' '}
                {several(detail.entry.referrals, 'referral')}
              </p>
            </li>
          </ol>
        </div>
        {standing && <p className="dialog-note">{standing}</p>}
        {milestone && (
          <p className="dialog-note">
            Milestone of {several(milestone.friends, 'friend')}: “{milestone.reward}”.
          </p>
        )}

        {detail.entry.used_referral_code && !detail.history.referrer && !entry.named_code && (
          <p className="dialog-note">
            The code they used, <span className="code">{isolated(detail.entry.used_referral_code)}</span>, isn’t
            anyone’s.
          </p>
        )}
        {detail.history.codes.length > 1 && (
          <p className="dialog-note">
            Their codes: <span className="code">{detail.history.codes.join(', ')}</span>.
          </p>
        )}

        <ProfileOrigin link={link} language={entry.language} />
      </Part>
      {revisions.length > 0 && <EarlierAnswers revisions={revisions} />}
    </>
  )
}

type StepsProps = ProfileHistoryProps & {
  /** Moves the focus on, because the 'Show More' button is gone. */
  onEnd: () => void
}

function JoinedStep({ entry, referrer }: Pick<EntryDetail, 'entry'> & { referrer: Credit['friend'] | null }) {
  return (
    <li>
      <p>
        Joined at <strong>#{grouped(entry.joined_position)}</strong>
        {referrer && (
          <>
            , with the code of <Person {...referrer} />
          </>
        )}
        {entry.named_code && (
          <>
            , with the code <span className="code">{entry.named_code}</span>
          </>
        )}
      </p>
      <Moment date={entry.created_at} as="medium" />
    </li>
  )
}

function ImportedStep({ imported }: { imported: NonNullable<EntryDetail['history']['imported']> }) {
  return (
    <li>
      <p>
        Brought {several(imported.friends, 'friend')} to another list
        {imported.places > 0 && `: up ${several(imported.places, 'place')}`}
      </p>
    </li>
  )
}

function MoreSteps({ more, omitted, onEnd }: Pick<StepsProps, 'more' | 'onEnd'> & { omitted: number }) {
  async function showMore() {
    if (more.isFetchingNextPage) return
    const { hasNextPage } = await more.fetchNextPage()
    if (!hasNextPage) onEnd()
  }

  return (
    <li className="history-more">
      <p aria-live="polite">{several(omitted, 'friend')} joined before these.</p>
      <Button busy={more.isFetchingNextPage} onClick={() => showMore()}>
        Show More
      </Button>
    </li>
  )
}

function ProfileOrigin({ link, language }: { link: EntryDetail['history']['link']; language: string }) {
  const named = (['source', 'medium', 'campaign'] as const).flatMap((name) => {
    const value = link[name]?.trim()
    return value ? [{ name, value }] : []
  })
  const isTold = site().languages.length > 1
  if (named.length === 0 && !isTold) return null
  const parts = named.map(({ name, value }, index): ReactNode => (
    <span key={name}>
      {index > 0 && ', '}
      {name} <FilterLink change={{ [name]: value }}>{isolated(value)}</FilterLink>
    </span>
  ))
  return (
    <p className="dialog-note">
      {isTold && (
        <>
          They read <FilterLink change={{ language }}>{languageName(language)}</FilterLink>.{' '}
        </>
      )}
      {named.length > 0 && <>Their link included: {parts}.</>}
    </p>
  )
}

export function effectOf({ state, moved, position }: Pick<Credit, 'state' | 'moved' | 'position'>): string {
  if (state === 'look') return 'waits for you to look'
  if (state === 'confirm') return 'waits until they confirm'
  if (state === 'beyond') return 'beyond ten at one domain: waits for you to look'
  if (state === 'rejected') return 'rejected'
  if (moved === 0) return `counted (already #${grouped(position)})`
  return `up ${several(moved, 'place')}, to #${grouped(position)}`
}

const WAITS: [keyof FriendCounts, one: string, many: string][] = [
  ['confirm', 'waits until they confirm', 'wait until they confirm'],
  ['look', 'waits for you to look', 'wait for you to look'],
  ['beyond', 'is beyond ten at one domain', 'are beyond ten at one domain'],
  ['rejected', 'is rejected', 'are rejected'],
]

/** Null if all friends count. */
export function friendsWords(friends: FriendCounts): string | null {
  const { counted = 0 } = friends
  const all = Object.values(friends).reduce((sum, count) => sum + count, 0)
  if (counted === all) return null
  const others = WAITS.flatMap(([state, one, many]) => {
    const count = friends[state] ?? 0
    return count === 0 ? [] : [`${grouped(count)} ${count === 1 ? one : many}`]
  })
  return `${grouped(counted)} of ${several(all, 'friend counts', 'friends count')}: ${others.join(', ')}.`
}

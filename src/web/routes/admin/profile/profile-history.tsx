import { languageName } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { type ReactNode, useRef } from 'react'
import { milestonesOf } from '#shared/joining/referral.ts'
import type { Credit, EntryDetail } from '#shared/list/entry.ts'
import { isolated } from '#shared/values/isolated.ts'
import { effectOf, friendsWords } from './credit-effect.ts'
import { EarlierAnswers } from './profile-answers.tsx'
import { FilterLink } from './profile-standing.tsx'
import { Person } from '../ui/person.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { useReferralRule } from '../../thank-you/use-referral-rule.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Part } from './part.tsx'
import { several } from '../ui/words.ts'

type ProfileHistoryProps = {
  detail: EntryDetail
  /** Oldest first. */
  credits: Credit[]
  more: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ hasNextPage: boolean }>
  }
  onOpen: (id: string) => void
  onChange: ChangeView
}

export function ProfileHistory({ detail, credits, more, onOpen, onChange }: ProfileHistoryProps) {
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
        <Steps {...{ detail, credits, more, onOpen }} onEnd={() => heading.current?.focus({ preventScroll: true })} />
        {standing && <p className="dialog-note">{standing}</p>}
        {milestone && (
          <p className="dialog-note">
            Milestone of {several(milestone.friends, 'friend')}: “{milestone.reward}”.
          </p>
        )}
        <CodeNotes detail={detail} />
        <ProfileOrigin link={link} language={entry.language} onChange={onChange} />
      </Part>
      {revisions.length > 0 && <EarlierAnswers revisions={revisions} />}
    </>
  )
}

function CodeNotes({ detail: { entry, history } }: { detail: EntryDetail }) {
  const { referrer, codes } = history
  return (
    <>
      {entry.used_referral_code && !referrer && (
        <p className="dialog-note">
          The code they used, <span className="code">{isolated(entry.used_referral_code)}</span>, isn’t anyone’s.
        </p>
      )}
      {codes.length > 1 && (
        <p className="dialog-note">
          Their codes: <span className="code">{codes.join(', ')}</span>.
        </p>
      )}
    </>
  )
}

type StepsProps = Omit<ProfileHistoryProps, 'onChange'> & {
  /** Moves the focus on, because the 'Show More' button is gone. */
  onEnd: () => void
}

function Steps({ detail: { entry, history }, credits, more, onOpen, onEnd }: StepsProps) {
  const { referrer, imported, credit_count } = history
  return (
    <div className="history-frame">
      <ol className="history">
        <JoinedStep entry={entry} referrer={referrer} onOpen={onOpen} />
        {imported && <ImportedStep imported={imported} />}
        {more.hasNextPage && <MoreSteps more={more} omitted={credit_count - credits.length} onEnd={onEnd} />}
        {credits.map((credit) => (
          <li key={credit.friend.id}>
            <p>
              <Person {...credit.friend} onOpen={onOpen} /> joined via their link: {effectOf(credit)}
            </p>
            <Moment date={credit.created_at} as="medium" />
          </li>
        ))}
        <li>
          <p>
            Now at <strong>#{grouped(entry.position)}</strong>, with {several(entry.referrals, 'referral')}
          </p>
        </li>
      </ol>
    </div>
  )
}

type JoinedStepProps = Pick<EntryDetail, 'entry'> & { referrer: Credit['friend'] | null; onOpen: (id: string) => void }

function JoinedStep({ entry, referrer, onOpen }: JoinedStepProps) {
  return (
    <li>
      <p>
        Joined at <strong>#{grouped(entry.joined_position)}</strong>
        {referrer && (
          <>
            , with the code of <Person {...referrer} onOpen={onOpen} />
          </>
        )}
      </p>
      <Moment date={entry.created_at} as="medium" />
    </li>
  )
}

type ImportedStepProps = { imported: NonNullable<EntryDetail['history']['imported']> }

function ImportedStep({ imported }: ImportedStepProps) {
  return (
    <li>
      <p>
        Brought {several(imported.friends, 'friend')} to another list
        {imported.places > 0 && `: up ${several(imported.places, 'place')}`}
      </p>
    </li>
  )
}

type MoreStepsProps = Pick<StepsProps, 'more' | 'onEnd'> & { omitted: number }

function MoreSteps({ more, omitted, onEnd }: MoreStepsProps) {
  async function showMore() {
    if (more.isFetchingNextPage) return
    const { hasNextPage } = await more.fetchNextPage()
    if (!hasNextPage) onEnd()
  }

  return (
    <li className="history-more">
      <p aria-live="polite">{several(omitted, 'friend')} joined before these.</p>
      <Button busy={more.isFetchingNextPage} onClick={() => void showMore()}>
        Show More
      </Button>
    </li>
  )
}

type OriginProps = { link: EntryDetail['history']['link']; language: string; onChange: ChangeView }

function ProfileOrigin({ link, language, onChange }: OriginProps) {
  const named = (['source', 'medium', 'campaign'] as const).flatMap((name) => {
    const value = link[name]?.trim()
    return value ? [{ name, value }] : []
  })
  const isTold = site().languages.length > 1
  if (named.length === 0 && !isTold) return null
  const parts = named.map(({ name, value }, index): ReactNode => (
    <span key={name}>
      {index > 0 && ', '}
      {name}{' '}
      <FilterLink change={{ [name]: value }} onChange={onChange}>
        {isolated(value)}
      </FilterLink>
    </span>
  ))
  return (
    <p className="dialog-note">
      {isTold && (
        <>
          They read{' '}
          <FilterLink change={{ language }} onChange={onChange}>
            {languageName(language)}
          </FilterLink>
          .{' '}
        </>
      )}
      {named.length > 0 && <>Their link included: {parts}.</>}
    </p>
  )
}

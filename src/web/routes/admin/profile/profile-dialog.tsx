import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { Credit, CreditsPage, EntryDetail } from '#shared/list/entry.ts'
import { addressOf } from '../../../calls/call.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { May } from '../session/use-account.tsx'
import { type Acting, useAct } from '../acts/use-act.ts'
import { agoOf } from '../../../ui/ago.ts'
import { LocalBadge, MailBadges, UnprovenBadge } from '../ui/badges.tsx'
import { wordsFor } from '../state/first-questions.ts'
import { readLocalEntries, type ShownEntry } from '../state/local-entries.ts'
import { ErasedProfile, ProfileAnswers, ProfileFacts, listFurtherAnswers } from './profile-answers.tsx'
import { ProfileActions } from './profile-actions.tsx'
import { ProfileActs } from './profile-acts.tsx'
import { ProfileDeliveries, ProfileInvitations, ProfileMail, ProfileMarks } from './profile-mail.tsx'
import { ProfileHistory } from './profile-history.tsx'
import { ProfileStanding, ProfileStatus } from './profile-standing.tsx'
import { useNoteDraft } from './use-note-draft.ts'
import { profileQuery } from '../state/queries.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { useNow } from '../../../ui/use-now.ts'
import { type ChangeView, shownView } from '../view/use-view.ts'
import { DialogBody, DialogFrame, DialogHead } from '../../../ui/dialog.tsx'
import { Empty } from '../../../ui/query-state.tsx'

type ProfileDialogProps = {
  id: string | null
  /** In the figures, the profile is the spec's dialog. */
  isPanel: boolean
  onOpen: (id: string | null) => void
  onChange: ChangeView
}

export function ProfileDialog({ id, isPanel, onOpen, onChange }: ProfileDialogProps) {
  const isBeside = useMediaQuery('(width >= 64rem)')
  return (
    <DialogFrame
      size={isPanel ? (isBeside ? 'beside' : 'side') : 'wide'}
      isOpen={id !== null}
      onOpenChange={(open) => !open && onOpen(null)}
      className="profile"
    >
      {id !== null && <Profile key={id} {...{ id, isPanel, onOpen, onChange }} />}
    </DialogFrame>
  )
}

function Profile({ id, isPanel, onOpen, onChange }: ProfileDialogProps & { id: string }) {
  const acting = useAct()
  const now = useNow()
  const local = readLocalEntries().find((entry) => entry.id === id)
  const profile = useInfiniteQuery({ ...profileQuery(id), enabled: !local })
  const note = useNoteDraft(id)
  const page = profile.data?.pages[0]
  const detail = page?.detail
  const wasShown = useWasEver(Boolean(detail))
  const entry = local ?? detail?.entry

  return (
    <>
      <ProfileHead
        entry={entry}
        isPanel={isPanel}
        isUnproven={detail?.entry.unproven || detail?.entry.name_unproven || false}
        now={now}
      />
      {detail && <ProfileStatus entry={detail.entry} acting={acting} />}
      <DialogBody>
        {detail && <Cautions entry={detail.entry} />}
        {detail && (
          <ProfileActions
            entry={detail.entry}
            acting={acting}
            note={note}
            onChange={onChange}
            // Another profile may have been opened since.
            onErased={() => shownView().entry === id && onOpen(null)}
          />
        )}
        {entry && <ProfileFacts entry={entry} />}
        {detail && <ProfileStanding detail={detail} acting={acting} onChange={onChange} />}
        {entry && <GivenAnswers entry={entry} />}
        {detail && (
          <ProfileRecord
            {...{ detail, onOpen, onChange, acting }}
            credits={creditsOf(profile.data?.pages)}
            more={profile}
          />
        )}
        {detail && <ProfileDeliveries id={id} />}
        {detail && <ProfileActs detail={detail} acting={acting} onChange={onChange} />}
        {detail && (
          <May needs="manager">
            <a href={addressOf(ROUTES.consent, { id })} download className={buttonClass('text', 'justify-self-start')}>
              Download proof of consent
            </a>
          </May>
        )}
        {page?.isErased && <ErasedProfile wasShown={wasShown} note={note.text} />}
        {!entry && !page?.isErased && <NoEntry isPending={profile.isPending} isNobody={detail === null} />}
      </DialogBody>
    </>
  )
}

function useWasEver(isNow: boolean): boolean {
  const [was, setWas] = useState(false)
  if (isNow && !was) setWas(true)
  return was
}

type ProfileHeadProps = { entry: ShownEntry | undefined; isPanel: boolean; isUnproven: boolean; now: number }

function ProfileHead({ entry, isPanel, isUnproven, now }: ProfileHeadProps) {
  const submitted = entry?.created_at ?? entry?.date
  return (
    <DialogHead
      title={
        entry && (isPanel || entry.full_name) ? (
          <>
            <span className={isPanel ? 'sr-only' : 'profile-kind'}>Waitlist Profile</span>{' '}
            <span>{entry.full_name || entry.email}</span>
          </>
        ) : (
          'Waitlist Profile'
        )
      }
      description={
        <>
          {entry ? `Submitted ${submitted ? `${agoOf(submitted, now)} ago` : 'N/A'}` : '\u00a0'}{' '}
          {entry?.isLocal && <LocalBadge />} {isUnproven && <UnprovenBadge />} {entry && <MailBadges entry={entry} />}
        </>
      }
    />
  )
}

function Cautions({ entry }: Pick<EntryDetail, 'entry'>) {
  return (
    <>
      <ProfileMail entry={entry} />
      {(entry.unproven || entry.name_unproven) && (
        <p className="dialog-note">{entry.unproven ? UNPROVEN : UNPROVEN_NAME}</p>
      )}
    </>
  )
}

function GivenAnswers({ entry }: { entry: ShownEntry }) {
  return (
    <>
      <ProfileAnswers title={wordsFor('problems', 'Challenges')} chosen={entry.problems} other={entry.other_problem} />
      <ProfileAnswers title={wordsFor('goals', 'Goals')} chosen={entry.goals} other={entry.other_goal} />
      {listFurtherAnswers(entry.further_answers).map(({ title, chosen, words, link }) => (
        <ProfileAnswers key={title} title={title} chosen={chosen} other={words} link={link} />
      ))}
    </>
  )
}

function ProfileRecord({ acting, ...props }: Parameters<typeof ProfileHistory>[0] & { acting: Acting }) {
  const { entry, history } = props.detail
  return (
    <>
      <ProfileHistory {...props} />
      <ProfileInvitations {...{ entry, acting }} invitations={history.invitations} onChange={props.onChange} />
      <ProfileMarks marks={entry.marks} />
    </>
  )
}

/** Oldest first; the first page has the newest. */
function creditsOf(pages: readonly CreditsPage[] = []): Credit[] {
  return [...pages].reverse().flatMap(({ credits }) => credits)
}

function NoEntry({ isPending, isNobody }: { isPending: boolean; isNobody: boolean }) {
  return <Empty isSmall>{isPending ? 'Loading data...' : isNobody ? 'This person isn’t on the list.' : NOT_NOW}</Empty>
}

const UNPROVEN =
  'These answers came from a different browser than the one they joined with, so they may be someone else’s. Earlier answers are below.'
const UNPROVEN_NAME =
  'This name came from a different browser than the one they joined with, so it may be someone else’s.'
const NOT_NOW = 'This profile could not be loaded. The page tries again every half minute.'

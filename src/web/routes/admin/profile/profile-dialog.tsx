import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { Credit, CreditsPage, EntryDetail } from '#shared/list/entry.ts'
import { addressOf } from '../../../calls/call.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { May, useMay } from '../state/use-account.tsx'
import { type Acting, useAct } from '../entries/use-act.ts'
import { agoOf, Moment, useNow } from '../../../ui/time.tsx'
import { LocalBadge, MailBadges, UnprovenBadge } from '../ui/badges.tsx'
import { wordsFor } from '../state/first-questions.ts'
import { type ShownEntry, readLocalEntries } from '../state/local-entries.ts'
import { ErasedProfile, ProfileAnswers, ProfileFacts, listFurtherAnswers } from './profile-answers.tsx'
import { ProfileActions } from './profile-actions.tsx'
import { ProfileDeliveries, ProfileInvitations, ProfileMail, ProfileMarks } from './profile-mail.tsx'
import { ProfileHistory } from './profile-history.tsx'
import { ProfileStanding, ProfileStatus } from './profile-standing.tsx'
import { useNoteDraft } from './profile-forms.tsx'
import { profileQuery } from '../state/queries.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { closeProfile, shownView, ViewLink } from '../state/use-view.tsx'
import { DialogBody, DialogFrame, DialogHead } from '../../../ui/dialog.tsx'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { ACT_RIGHTS } from '#shared/list/act-rights.ts'
import type { EntryAct } from '#shared/list/acts.ts'
import { grouped } from '../../../ui/grouped.ts'
import { actWords } from '../entries/act-words.ts'
import { Part } from './part.tsx'
import { CutText } from '../../../ui/text.tsx'

type ProfileDialogProps = {
  id: string | null
  /** In the figures, the profile is the spec's dialog. */
  isPanel: boolean
}

export function ProfileDialog({ id, isPanel }: ProfileDialogProps) {
  const isBeside = useMediaQuery('(width >= 64rem)')
  return (
    <DialogFrame
      size={isPanel ? (isBeside ? 'beside' : 'side') : 'wide'}
      isOpen={id !== null}
      onOpenChange={(open) => !open && closeProfile()}
      className="profile"
    >
      {id !== null && <Profile key={id} {...{ id, isPanel }} />}
    </DialogFrame>
  )
}

function Profile({ id, isPanel }: ProfileDialogProps & { id: string }) {
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
        {detail && (
          <>
            <ProfileMail entry={detail.entry} />
            {(detail.entry.unproven || detail.entry.name_unproven) && (
              <p className="dialog-note">{detail.entry.unproven ? UNPROVEN : UNPROVEN_NAME}</p>
            )}
          </>
        )}
        {detail && (
          <ProfileActions
            entry={detail.entry}
            acting={acting}
            note={note}

            // Another profile may have been opened since.
            onErased={() => shownView().entry === id && closeProfile()}
          />
        )}
        {entry && <ProfileFacts entry={entry} />}
        {detail && <ProfileStanding detail={detail} acting={acting} />}
        {entry && <GivenAnswers entry={entry} />}
        {detail && <ProfileRecord {...{ detail, acting }} credits={creditsOf(profile.data?.pages)} more={profile} />}
        {detail && <ProfileDeliveries id={id} />}
        {detail && <ProfileActs detail={detail} acting={acting} />}
        {detail && (
          <May needs="manager">
            <a href={addressOf(ROUTES.consent, { id })} download className={buttonClass('text', 'justify-self-start')}>
              Download proof of consent
            </a>
          </May>
        )}
        {page?.isErased && <ErasedProfile wasShown={wasShown} note={note.text} />}
        {!entry && !page?.isErased && (
          <Empty isSmall>
            {profile.isPending
              ? 'Loading data...'
              : detail === null
                ? 'This person isn’t on the list.'
                : notLoaded('This profile')}
          </Empty>
        )}
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
            <CutText text={entry.full_name || entry.email} className="line-clamp-3" />
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
      <ProfileInvitations {...{ entry, acting }} invitations={history.invitations} />
      <ProfileMarks marks={entry.marks} />
    </>
  )
}

/** Oldest first; the first page has the newest. */
function creditsOf(pages: readonly CreditsPage[] = []): Credit[] {
  return [...pages].reverse().flatMap(({ credits }) => credits)
}

const UNPROVEN =
  'These answers came from a different browser than the one they joined with, so they may be someone else’s. Earlier answers are below.'
const UNPROVEN_NAME =
  'This name came from a different browser than the one they joined with, so it may be someone else’s.'

type ProfileActsProps = { detail: EntryDetail; acting: Acting }

function ProfileActs({ detail: { entry, history }, acting }: ProfileActsProps) {
  const { acts, next_acts_cursor } = history
  if (!entry.rejected_before && acts.length === 0) return null
  return (
    <Part title="Notes and decisions">
      {entry.rejected_before && <p>They were rejected earlier, then erased, and have joined again.</p>}
      <ul className="answers">
        {acts.map((act) => (
          <li key={act.id} className="line">
            <FoldedText text={wordsOf(act)} />
            <span>
              {act.account && <span className="text-small text-muted">{act.account.name} </span>}
              <Moment date={act.created_at} as="medium" />
            </span>
            <Undo act={act} acting={acting} />
          </li>
        ))}
      </ul>
      {next_acts_cursor && <p className="dialog-note">Only the latest 20 are shown.</p>}
    </Part>
  )
}

/** For an act on several people, links to the log. */
function Undo({ act, acting }: { act: EntryAct } & Omit<ProfileActsProps, 'detail'>) {
  const { id, kind, total, undoes, undone_by } = act
  const mayUndo = useMay(ACT_RIGHTS[kind].role)
  if (undone_by !== null) return <span className="text-small text-muted">Undone</span>
  if (total > 1) {
    const change = { view: 'settings/activity', act: id, entry: null } as const
    return <ViewLink to={change}>With {grouped(total - 1)} more</ViewLink>
  }
  if (undoes !== null || kind === 'erase' || !mayUndo) return null
  return (
    <Button kind="text" aria-label={`Undo: ${wordsOf(act)}`} busy={acting.isActing} onClick={() => acting.undo(id)}>
      Undo
    </Button>
  )
}

function wordsOf(act: EntryAct): string {
  const { kind, note, undoes } = act
  if (kind === 'note') {
    if (undoes) return 'Note undone'
    return note === null ? 'Note (since undone)' : `“${note}”`
  }
  return actWords(act)
}

/** Longer texts are folded. The characters fill a little more than four lines on a wide screen. */
const LONG = { characters: 400, lines: 4 }

function FoldedText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines
  return (
    <>
      <p className={`whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-4' : ''}`}>{text}</p>
      {isLong && (
        <Button kind="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show Less' : 'Show More'}
        </Button>
      )}
    </>
  )
}

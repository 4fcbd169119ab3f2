import { Dialog } from '@base-ui/react/dialog'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credit, CreditsPage, EntryDetail } from '#shared/list/entry.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { useAct } from '../state/use-act.ts'
import { agoOf } from '../ui/ago.ts'
import { MailBadges } from '../ui/mail-badges.tsx'
import { LocalBadge } from '../ui/local-badge.tsx'
import { UnprovenBadge } from '../ui/unproven-badge.tsx'
import { readLocalEntries, type ShownEntry } from '../state/local-entries.ts'
import { ErasedProfile } from './erased-profile.tsx'
import { listFurtherAnswers } from './further-answers.ts'
import { ProfileActions } from './actions/profile-actions.tsx'
import { ProfileActs } from './profile-acts.tsx'
import { ProfileAnswers } from './profile-answers.tsx'
import { ProfileDeliveries } from './profile-deliveries.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileInvitations } from './profile-invitations.tsx'
import { ProfileMail } from './profile-mail.tsx'
import { ProfileHistory } from './profile-history.tsx'
import { ProfileSignals } from './profile-signals.tsx'
import { ProfileStanding } from './profile-standing.tsx'
import { ProfileStatus } from './profile-status.tsx'
import { useNoteDraft } from './actions/use-note-draft.ts'
import { profileQuery } from '../state/queries.ts'
import { useNow } from '../state/use-now.ts'
import type { ChangeView } from '../view/use-view.ts'
import { parseView } from '../view/view.ts'

type ProfileDialogProps = { id: string | null; onOpen: (id: string | null) => void; onChange: ChangeView }

/** Everything about one person, and the actions for them. A null `id` closes the dialog. */
export function ProfileDialog({ id, onOpen, onChange }: ProfileDialogProps) {
  return (
    <Dialog.Root open={id !== null} onOpenChange={(open) => !open && onOpen(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog profile">
          {id !== null && <Profile key={id} id={id} onOpen={onOpen} onChange={onChange} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Profile({ id, onOpen, onChange }: ProfileDialogProps & { id: string }) {
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
      <ProfileHead entry={entry} isUnproven={detail?.entry.unproven === true} now={now} />
      {detail && <ProfileStatus entry={detail.entry} acting={acting} />}
      <div className="dialog-body">
        {detail && <Cautions entry={detail.entry} />}
        {detail && (
          <ProfileActions
            entry={detail.entry}
            acting={acting}
            note={note}
            // Another profile may have been opened since.
            onErased={() => parseView(location.search).entry === id && onOpen(null)}
          />
        )}
        {entry && <ProfileFacts entry={entry} />}
        {detail && <ProfileStanding detail={detail} acting={acting} onChange={onChange} />}
        {entry && <GivenAnswers entry={entry} />}
        {detail && (
          <ProfileRecord {...{ detail, onOpen, onChange }} credits={creditsOf(profile.data?.pages)} more={profile} />
        )}
        {detail && <ProfileDeliveries id={id} />}
        {detail && <ProfileActs detail={detail} acting={acting} onChange={onChange} />}
        {page?.isErased && <ErasedProfile wasShown={wasShown} note={note.text} />}
        {!entry && !page?.isErased && <NoEntry isPending={profile.isPending} isNobody={detail === null} />}
      </div>
    </>
  )
}

function useWasEver(isNow: boolean): boolean {
  const [was, setWas] = useState(false)
  if (isNow && !was) setWas(true)
  return was
}

type ProfileHeadProps = { entry: ShownEntry | undefined; isUnproven: boolean; now: number }

function ProfileHead({ entry, isUnproven, now }: ProfileHeadProps) {
  const submitted = entry?.created_at ?? entry?.date
  return (
    <div className="dialog-head">
      <div className="min-w-0">
        <Dialog.Title className="text-title">Waitlist Profile</Dialog.Title>
        <Dialog.Description className="text-small text-muted">
          {entry ? `Submitted ${submitted ? `${agoOf(submitted, now)} ago` : 'N/A'}` : '\u00a0'}{' '}
          {entry?.isLocal && <LocalBadge />} {isUnproven && <UnprovenBadge />} {entry && <MailBadges entry={entry} />}
        </Dialog.Description>
      </div>
      <Dialog.Close aria-label="Close" className="icon-button">
        <CloseIcon />
      </Dialog.Close>
    </div>
  )
}

/** The problem with mail to the person, and a warning if somebody else may have given the answers. */
function Cautions({ entry }: Pick<EntryDetail, 'entry'>) {
  return (
    <>
      <ProfileMail entry={entry} />
      {entry.unproven && <p className="dialog-note">{UNPROVEN}</p>}
    </>
  )
}

function GivenAnswers({ entry }: { entry: ShownEntry }) {
  return (
    <>
      <ProfileAnswers title="Challenges" chosen={entry.problems} other={entry.other_problem} />
      <ProfileAnswers title="Goals" chosen={entry.goals} other={entry.other_goal} />
      {listFurtherAnswers(entry.further_answers).map(({ title, chosen, words }) => (
        <ProfileAnswers key={title} title={title} chosen={chosen} other={words} />
      ))}
    </>
  )
}

/** The friends of the person, their invitations, and the signals about them. */
function ProfileRecord(props: Parameters<typeof ProfileHistory>[0]) {
  const { entry, history } = props.detail
  return (
    <>
      <ProfileHistory {...props} />
      <ProfileInvitations invitations={history.invitations} onChange={props.onChange} />
      <ProfileSignals signals={entry.signals} />
    </>
  )
}

/** The credits fetched so far, oldest first; the first page has the newest. */
function creditsOf(pages: readonly CreditsPage[] = []): Credit[] {
  return [...pages].reverse().flatMap(({ credits }) => credits)
}

function NoEntry({ isPending, isNobody }: { isPending: boolean; isNobody: boolean }) {
  return (
    <p className="empty">
      {isPending ? 'Loading data...' : isNobody ? 'Nobody on the list has this profile.' : NOT_NOW}
    </p>
  )
}

const UNPROVEN =
  'These answers were sent from another browser than the one that joined, so they may be somebody else’s. The earlier ones are below.'
const NOT_NOW = 'This profile could not be loaded. The page tries again every half minute.'

import { fill, isolated, locale } from '#shared/values/language.ts'
import { localPath } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import type { Board } from '#shared/joining/leaderboard.ts'
import { LONGEST_BOARD_NAME } from '#shared/joining/leaderboard-name.ts'
import type { Place } from '#shared/joining/place.ts'
import type { Faults, PageContent, Typed } from '#shared/pages/page-content.ts'
import { site } from '#shared/site/site.ts'
import { AnswerSets, InviterChoice } from '../routes/confirm/answer-sets.tsx'
import { BoardRows } from '../routes/place/board-rows.tsx'
import { PlaceMilestones } from '../routes/place/place-milestones.tsx'
import { PositionTicket } from '../routes/thank-you/position-ticket.tsx'
import { ordinal } from '#shared/values/numbers.ts'
import { labelsOf, Press, ProofForm, QuestionFields, Summary } from './fields.tsx'
import { ReferralPanel } from '../routes/thank-you/referral-panel.tsx'
import { sharingWords } from '#shared/joining/referral.ts'

type Placed = Extract<PageContent, { kind: 'place' }>

const TITLE = 'mt-10 mb-3 text-title'

function LanguageOfMails({ language, proof }: { language: string; proof: string }) {
  const { now, write } = site().languageChoice.mails
  if (site().languages.length === 1) return null
  const all = [{ language: site().language, write }, ...site().otherLanguages]
  return (
    <ProofForm action={localPath(paths.place)} proof={proof}>
      {language === site().language && <p>{now}</p>}
      {all.map((one) =>
        one.language === language ? null : (
          <Press key={one.language} act={`write ${one.language}`} lang={one.language}>
            {one.write}
          </Press>
        ),
      )}
    </ProofForm>
  )
}

export function OwnPlace({ place, board, typed, isSaved, proof, faults = {} }: Placed) {
  const { answers, data } = site().place
  return (
    <>
      <Summary faults={faults} labels={{ name: site().place.board.label }} />
      {isSaved && <output>{answers.saved}</output>}
      <PositionTicket position={place.position} />
      <p className="mt-3">{lineWords(place)}</p>
      {place.invitation?.ends_at && <Invited place={place} endsAt={place.invitation.ends_at} proof={proof} />}
      <div className="mt-8">
        <ReferralPanel code={place.referral_code} {...sharingWords(place.rule, place.position)} />
      </div>
      <Friends friends={place.friends} />
      <div className="mt-8">
        <PlaceMilestones milestones={place.milestones} referrals={place.referrals} />
      </div>
      {board && <Leaderboard {...board} typed={typed} proof={proof} fault={faults.name} />}
      {site().questions.length > 0 && <h2 className={TITLE}>{answers.title}</h2>}
      {place.answers_hidden ? (
        <p>{answers.hidden}</p>
      ) : (
        site().questions.length > 0 && (
          <Correction typed={{ ...place.answers, full_name: place.full_name }} proof={proof} />
        )
      )}
      <LanguageOfMails language={place.language} proof={proof} />
      <h2 className={TITLE}>{data.title}</h2>
      {place.mailed ? (
        <ProofForm action={localPath(paths.place)} proof={proof}>
          <Leave />
        </ProofForm>
      ) : (
        <>
          <p className="mb-3">{data.fresh.text}</p>
          <ProofForm action={localPath(paths.place)} proof={proof}>
            <Press act="mail">{site().plainForms.mailCode}</Press>
          </ProofForm>
        </>
      )}
    </>
  )
}

function lineWords({ place_in_line: rank, ahead, behind, state }: Place): string {
  const { line, noLine } = site().place
  if (rank === null) return noLine[state]
  return [
    fill(line.title, { place: ordinal(rank) }),
    ahead ? fill(line.ahead, { people: ahead }) : line.first,
    behind ? fill(line.behind, { people: behind }) : ahead ? line.last : line.alone,
  ].join('. ')
}

function Invited({ place, endsAt, proof }: { place: Place; endsAt: string; proof: string }) {
  const { title, open, fresh, button } = site().place.invited
  return (
    <ProofForm action={localPath(paths.place)} proof={proof}>
      <h2 className={TITLE}>{title}</h2>
      <p>{fill(open, { day: dayOf(endsAt) })}</p>
      {place.mailed ? <Press act="invitation">{button}</Press> : <p>{fresh}</p>}
    </ProofForm>
  )
}

function Friends({ friends }: Pick<Place, 'friends'>) {
  const { title, empty, unknown, notes: _notes, ...states } = site().place.friends
  return (
    <>
      <h2 className={TITLE}>{title}</h2>
      {friends.length === 0 && <p>{empty}</p>}
      <ul className="list-disc ps-5">
        {friends.map(({ label, state, at }, index) => (
          <li key={`${at} ${index}`}>{`${label ?? unknown}: ${states[state]}`}</li>
        ))}
      </ul>
    </>
  )
}

type LeaderboardProps = NonNullable<Board> & { typed: string | undefined; proof: string; fault: string | undefined }

function Leaderboard({ rows, own, typed, proof, fault }: LeaderboardProps) {
  const words = site().place.board
  return (
    <>
      <h2 className={TITLE}>{words.title}</h2>
      <p>{words.lead}</p>
      <BoardRows rows={rows} />
      <div className="mt-4">
        {own?.is_taken_off ? (
          <p>{words.takenOff}</p>
        ) : (
          <ProofForm action={localPath(paths.place)} proof={proof}>
            {own ? (
              <>
                {!rows.some(({ is_own }) => is_own) && <p>{fill(words.shown, { name: isolated(own.name) })}</p>}
                <Press act="unname" tone="quiet">
                  {words.remove}
                </Press>
              </>
            ) : (
              <>
                <NameField typed={typed} fault={fault} />
                <Press act="name" tone="quiet">
                  {words.send}
                </Press>
              </>
            )}
          </ProofForm>
        )}
      </div>
    </>
  )
}

function NameField({ typed, fault }: Pick<LeaderboardProps, 'typed' | 'fault'>) {
  const { label, note } = site().place.board
  return (
    <div>
      <label htmlFor="name" className="font-medium">
        {label}
      </label>
      <input
        id="name"
        name="name"
        defaultValue={typed}
        maxLength={LONGEST_BOARD_NAME}
        autoComplete="off"
        aria-describedby={fault ? 'name-note name-fault' : 'name-note'}
        aria-invalid={fault ? true : undefined}
        className="field mt-1 w-full"
      />
      <p id="name-note" className="mt-1 text-small text-muted">
        {note}
      </p>
      {fault && (
        <p id="name-fault" className="mt-1 text-small text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}

export function Correction({ typed, proof, faults = {} }: { typed: Typed; proof: string; faults?: Faults }) {
  return (
    <ProofForm action={localPath(paths.place)} proof={proof}>
      <Summary faults={faults} labels={Object.fromEntries(site().questions.flatMap(labelsOf))} />
      <p>{site().plainForms.answersChanged}</p>
      {site().questions.map((question) => (
        <QuestionFields key={question.name} question={question} typed={typed} faults={faults} level="h3" />
      ))}
      <Press act="correct">{site().plainForms.correct}</Press>
    </ProofForm>
  )
}

function Leave() {
  const { title, text, confirm } = site().place.leave
  return (
    <details>
      <summary>{title}</summary>
      <p className="my-4">{text}</p>
      <Press act="leave">{confirm}</Press>
    </details>
  )
}

export function Left() {
  const { title, text } = site().place.ask.deleted
  return (
    <>
      <h2 className="mb-3 text-title">{title}</h2>
      <p>{text}</p>
    </>
  )
}

/** The sets of answers that the person can confirm or delete. */
export function Confirm({ asked, proof, faults = {} }: Extract<PageContent, { kind: 'confirm' }>) {
  const { sets, confirmed, inviters = [] } = asked
  const { place, already, settled } = site().confirm
  const { text, button } = confirmed ? already : sets.length === 0 ? settled : place
  return (
    <ProofForm action={localPath(paths.confirm)} proof={proof}>
      <Summary faults={faults} labels={{}} />
      <p>{text}</p>
      {sets.map(({ id }) => (
        <input key={id} type="hidden" name="shown" value={id} />
      ))}
      {sets.length === 1 && <input type="hidden" name="chosen" value={sets[0]!.id} />}
      <AnswerSets sets={sets} chosen={null} name="chosen" />
      <InviterChoice codes={inviters} chosen={null} />
      <Press act="confirm">{button}</Press>
      {sets.length > 0 && (
        <Press act="delete" tone="quiet">
          {site().confirm.delete}
        </Press>
      )}
    </ProofForm>
  )
}

export function Invitation({ invitation, proof, faults = {} }: Extract<PageContent, { kind: 'invitation' }>) {
  const { state, ends_at } = invitation
  const { open, accepted, ended } = site().seat
  if (state !== 'open' && state !== 'accepted')
    return (
      <p>
        <strong>{site().seat[state].title}.</strong> {site().seat[state].text}
        {state === 'ended' && ends_at && ` ${fill(ended.at, { day: dayOf(ends_at) })}`}
      </p>
    )
  const { text, button } = state === 'open' ? open : accepted
  return (
    <ProofForm action={localPath(paths.invitation)} proof={proof}>
      <Summary faults={faults} labels={{}} />
      <p>{text}</p>
      {state === 'open' && ends_at && <p>{fill(open.until, { day: dayOf(ends_at) })}</p>}
      <Press>{button}</Press>
    </ProofForm>
  )
}

/** A link, because browsers follow no redirect from our forms to another site. */
export function Seated({ redirect }: { redirect: string | null }) {
  const { title, text } = site().seat.accepted
  return (
    <>
      <p>
        <strong>{title}.</strong> {text}
      </p>
      {redirect && (
        <p className="mt-4">
          <a href={redirect} rel="noreferrer" className="underline underline-offset-4">
            {site().plainForms.goOn}
          </a>
        </p>
      )}
    </>
  )
}

function dayOf(at: string): string {
  return new Date(at).toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
}

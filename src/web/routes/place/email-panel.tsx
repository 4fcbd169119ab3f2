import { type RefObject, useId, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { fill, isolated } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { isEmail, isMailable, readEmail } from '#shared/values/email.ts'
import { FRIEND_MAILS, type FriendMails, type Place } from '#shared/joining/place.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { buttonStyle } from '../../ui/button.ts'
import { EmailQuestion } from '../../ui/email-question.tsx'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { FreshLink } from './fresh-link.tsx'
import { messageOf, usePlaceCall } from './use-place.ts'

type EmailPanelProps = { place: Place; token: string; onPlace: (place: Place) => void }

export function EmailPanel({ place, token, onPlace }: EmailPanelProps) {
  const heading = useId()
  const waiting = place.waiting_change?.email
  const { email } = site().place
  const [state, setState] = useState<'shown' | 'changing' | 'link-needed'>('shown')
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {email.title}
      </h2>
      <p className="mt-3 wrap-anywhere">
        {isolated(place.email)}
        {place.confirmed_at && <span className="friend-state ms-2">{email.confirmed}</span>}
      </p>
      <WishForMail place={place} token={token} onPlace={onPlace} />
      {place.gets_mail && <FriendMailsChoice place={place} token={token} onPlace={onPlace} />}
      <LanguageOfMails place={place} token={token} onPlace={onPlace} />
      <output className="block not-empty:mt-2">{waiting && fill(email.waiting, { email: isolated(waiting) })}</output>

      {state === 'shown' && (
        <button
          ref={takeLostFocus}
          type="button"
          onClick={() => setState(place.mailed ? 'changing' : 'link-needed')}
          className={buttonStyle('bare', '-ms-2')}
        >
          {site().place.email.change}
        </button>
      )}
      {state === 'changing' && (
        <EmailForm
          token={token}
          onAsked={(email) => {
            // Not read from the server: the link in the mail may end this tab's token before that.
            onPlace({ ...place, waiting_change: { email, asked_at: new Date().toISOString() } })
            setState('shown')
          }}
          onCancel={() => setState('shown')}
        />
      )}
      {state === 'link-needed' && <FreshLink token={token} isAnswer />}
    </section>
  )
}

function WishForMail({ place, token, onPlace }: EmailPanelProps) {
  const { isBusy, fault, needsLink, run } = usePlaceCall(ROUTES.resumeMail, token)
  const [isAsked, setAsked] = useState(false)
  const [isResumed, setResumed] = useState(false)
  const { email } = site().place

  async function resume() {
    // Strangers must not resume it.
    if (!place.mailed) return setAsked(true)
    const resumed = await run()
    if (resumed) onPlace(resumed)
    setResumed(resumed !== null)
  }

  return (
    <>
      {!place.wants_mail || (place.gets_mail && !place.wants_updates) ? (
        <>
          <p className="mt-1 text-muted">{place.wants_mail ? email.onlyPlace : email.unwanted}</p>
          {isAsked || needsLink ? (
            <FreshLink token={token} isAnswer />
          ) : (
            <button type="button" aria-disabled={isBusy} onClick={resume} className={buttonStyle('bare', '-ms-2')}>
              {isBusy ? email.resuming : place.wants_mail ? email.allMail : email.resume}
            </button>
          )}
          <output className="block text-danger">{fault && !needsLink && email.failed}</output>
        </>
      ) : (
        !place.gets_mail && <p className="mt-1 text-muted">{email.noMail}</p>
      )}
      <output className="block not-empty:mt-2">
        {isResumed && place.gets_mail && (
          <span ref={takeLostFocus} tabIndex={-1}>
            {email.resumed}
          </span>
        )}
      </output>
    </>
  )
}

function FriendMailsChoice({ place, token, onPlace }: EmailPanelProps) {
  const { isBusy, fault, needsLink, run } = usePlaceCall(ROUTES.correctPlace, token)
  const { friends, failed } = site().place.email

  async function choose(friend_mails: FriendMails) {
    if (isBusy || friend_mails === place.friend_mails) return
    const changed = await run({ friend_mails })
    if (changed) onPlace(changed)
  }

  return (
    <div className="mt-4">
      <p aria-hidden="true">{friends.label}</p>
      <fieldset aria-label={friends.label} className="mt-2 flex flex-wrap gap-2">
        {FRIEND_MAILS.map((wish) => (
          <button
            key={wish}
            type="button"
            aria-pressed={wish === place.friend_mails}
            aria-disabled={isBusy}
            onClick={() => choose(wish)}
            className={buttonStyle(wish === place.friend_mails ? 'primary' : 'quiet')}
          >
            {friends[wish]}
          </button>
        ))}
      </fieldset>
      {needsLink && <FreshLink token={token} isAnswer />}
      <output className="block text-danger">{fault && !needsLink && failed}</output>
    </div>
  )
}

/** Shown in the language of the page: its own button is there for whom we write to in another. */
function LanguageOfMails({ place, token, onPlace }: EmailPanelProps) {
  const { isBusy, fault, run } = usePlaceCall(ROUTES.correctPlace, token)
  const { mails } = site().languageChoice
  const isOther = place.language !== site().language
  const others = site().otherLanguages.filter(({ language }) => language !== place.language)
  if (!place.gets_mail || site().languages.length === 1) return null

  async function choose(language: string) {
    const changed = await run({ language })
    if (changed) onPlace(changed)
  }

  return (
    <div className="mt-2">
      {!isOther && <output className="block text-muted">{mails.now}</output>}
      {[...(isOther ? [{ language: site().language, write: mails.write }] : []), ...others].map(
        ({ language, write }) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-disabled={isBusy}
            onClick={() => choose(language)}
            className={buttonStyle('bare', 'me-6 -ms-2')}
          >
            {write}
          </button>
        ),
      )}
      <output className="block text-danger">{fault && site().place.email.failed}</output>
    </div>
  )
}

type EmailFormProps = {
  token: string
  onAsked: (email: string) => void
  onCancel: () => void
}

function EmailForm({ token, onAsked, onCancel }: EmailFormProps) {
  const { isBusy, fault, needsLink, run, clear } = usePlaceCall(ROUTES.moveEmail, token)
  const [invalid, setInvalid] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const fieldRef = useFocusOnArrival<HTMLInputElement>({ isPart: true })
  const { email: text, answers } = site().place

  async function send() {
    if (isBusy) return
    const email = readEmail(fieldRef.current!.value)
    setAsked(email)
    if (!isMailable(email)) {
      setInvalid(isEmail(email) ? site().signUp.unreachable : text.invalid)
      return fieldRef.current!.focus()
    }
    fieldRef.current!.value = email
    if (await run({ email })) onAsked(email)
  }

  function change() {
    setInvalid(null)
    clear()
    setAsked('')
  }

  if (needsLink) return <FreshLink token={token} isAnswer />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="mt-3"
    >
      <EmailField
        ref={fieldRef}
        isSending={isBusy}
        fault={invalid ?? (fault?.fault === 'fields' ? text.invalid : messageOf(fault, text.failed))}
        onInput={change}
      />
      <EmailQuestion
        email={asked}
        onYes={(meant) => {
          fieldRef.current!.value = meant
          void send()
        }}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="submit" aria-disabled={isBusy} className={buttonStyle('primary')}>
          {isBusy ? text.sending : text.send}
        </button>
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => isBusy || onCancel()}
          className={buttonStyle('quiet')}
        >
          {answers.cancel}
        </button>
      </div>
    </form>
  )
}

type EmailFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  isSending: boolean
  fault: string | null
  onInput: () => void
}

function EmailField({ ref, isSending, fault, onInput }: EmailFieldProps) {
  const text = site().place.email
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="text-small text-muted">
        {text.label}
      </label>
      <input
        ref={ref}
        id={id}
        type="email"
        required
        readOnly={isSending}
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        aria-invalid={fault !== null || undefined}
        aria-describedby={`${id}-note`}
        onInput={onInput}
        className="field read-only:text-muted"
      />
      <p
        id={`${id}-note`}
        role={fault ? 'alert' : undefined}
        className={`mt-2 text-small ${fault ? 'text-danger' : 'text-muted'}`}
      >
        {fault ?? text.note}
      </p>
    </>
  )
}

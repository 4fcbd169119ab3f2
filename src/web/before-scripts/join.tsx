import { localPath } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import type { AskedQuestion, Faults, Typed } from '#shared/pages/page-content.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { own } from '#shared/values/own.ts'
import { ContactField } from '../routes/contact/contact-field.tsx'
import { stepCount, typedIn } from '../routes/form/form-answers.ts'
import { Progress } from '../routes/form/progress.tsx'
import { PrivacySentence } from '../routes/form/questionnaire.tsx'
import { Trap } from '../routes/form/trap.tsx'
import { buttonStyle } from '../ui/button.ts'
import { labelsOf, Press, QuestionFields, Summary } from './fields.tsx'

export function EmailForm({ typed, faults }: { typed: Typed; faults: Faults }) {
  const code = typedIn(typed, 'ref')
  return (
    <form method="post" action={localPath(paths.join)} className="space-y-5">
      <Summary faults={faults} labels={{ email: site().signUp.label }} />
      <EmailField typed={typed} faults={faults} />
      {code && <input type="hidden" name="ref" value={code} />}
      <Press>{site().signUp.button}</Press>
    </form>
  )
}

export function EmailField({ typed, faults }: { typed: Typed; faults: Faults }) {
  return (
    <ContactField
      id="email"
      name="email"
      type="email"
      label={site().signUp.label}
      error={own(faults, 'email')}
      defaultValue={typedIn(typed, 'email')}
      autoComplete="email"
      maxLength={MAX_LENGTH.email}
    />
  )
}

/** The sealed field carries the answers to the other questions. */
export function QuestionStep({ step, email, code, sealed, typed, faults, asked, isElsewhere }: AskedQuestion) {
  const question = site().questions[step]
  const isLast = step === stepCount() - 1
  const words = site().form
  const labels = Object.fromEntries([
    ['email', site().signUp.label],
    ...(question ? labelsOf(question) : []),
    ['code', site().signUp.friend.placeholder],
  ]) as Record<string, string>
  return (
    <form method="post" action={localPath(paths.form)} aria-label={site().form.title} className="page-width form-page">
      <Progress step={step} isStill>
        <Joining {...{ email, code, faults, asked, isElsewhere }} />
      </Progress>
      <div className="max-w-2xl">
        <Summary faults={faults} labels={labels} />
        <input type="hidden" name="start" value={sealed} />
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="site_version" value={site().version} />
        <Trap ref={null} />
        {question ? (
          <QuestionFields question={question} typed={typed} faults={faults} level="h1" />
        ) : (
          <h1 className="step-question text-heading">{site().form.nothing}</h1>
        )}
        <div className="step-actions">
          {/* First, so that the Enter key presses it. */}
          <button
            type="submit"
            name="act"
            value={isLast ? 'submit' : 'next'}
            className={buttonStyle('primary', 'grow tablet:min-w-40 tablet:grow-0')}
          >
            {isLast ? words.submit : words.next}
          </button>
          {step > 0 && (
            <button type="submit" name="act" value="back" formNoValidate className={buttonStyle('quiet', '-order-1')}>
              {words.back}
            </button>
          )}
        </div>
        {isLast && <PrivacySentence />}
        <LanguageButtons />
      </div>
    </form>
  )
}

/** The links at the foot of the page would lose the answers. */
function LanguageButtons() {
  if (site().otherLanguages.length === 0) return null
  return (
    <p className="mt-6 text-small text-muted">
      {site().languageChoice.label}:
      {site().otherLanguages.map(({ language, name }) => (
        <button
          key={language}
          type="submit"
          name="act"
          value="stay"
          formAction={localPath(paths.form, language)}
          formNoValidate
          lang={language}
          className={buttonStyle('bare')}
        >
          {name}
        </button>
      ))}
    </p>
  )
}

type JoiningProps = Pick<AskedQuestion, 'email' | 'code' | 'faults' | 'asked' | 'isElsewhere'>

/** Open while something is wrong with them. */
function Joining({ email, code, faults, asked, isElsewhere }: JoiningProps) {
  const { joiningAs, change } = site().form.email
  return (
    <details open={asked !== null || Boolean(own(faults, 'email') ?? own(faults, 'code'))} className="min-w-0">
      <summary className="min-h-11 wrap-anywhere">
        {joiningAs} <strong className="font-medium text-ink">{email}</strong>{' '}
        <span className="underline underline-offset-4">{change}</span>
      </summary>
      <div className="space-y-4 py-3">
        {asked !== null && <input type="hidden" name="asked_email" value={asked} />}
        <EmailField typed={{ email }} faults={faults} />
        {isElsewhere && (
          <p className="text-small">
            <a href={localPath(paths.home)} className="underline underline-offset-4">
              {site().form.notYou}
            </a>
          </p>
        )}
        <ContactField
          id="code"
          name="code"
          label={site().signUp.friend.placeholder}
          error={own(faults, 'code')}
          defaultValue={code}
          required={false}
          autoComplete="off"
          maxLength={MAX_LENGTH.freeText}
        />
      </div>
    </details>
  )
}

import type { PageContent } from '#shared/pages/page-content.ts'
import { RestPage } from '../routes/form/rest.tsx'
import { EmailForm, QuestionStep, EmailField } from './join.tsx'
import { Confirm, Correction, Invitation, Left, OwnPlace, Seated } from './own-place.tsx'
import { localPath } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { own } from '#shared/values/own.ts'
import { ContactField, contactLabels } from '../routes/contact/contact-field.tsx'
import { typedIn } from '../routes/form/form-answers.ts'
import { buttonStyle } from '../ui/button.ts'
import { Press, Summary } from './fields.tsx'

/** Only the server draws these forms; where scripts run, the page's own take their place. */
export function Content({ content }: { content: PageContent }) {
  switch (content.kind) {
    case 'email':
      return <EmailForm {...content} />
    case 'rest':
      return <RestPage {...content} />
    case 'question':
      return <QuestionStep {...content.question} />
    case 'code':
      return <CodeForm {...content} />
    case 'confirm':
      return <Confirm {...content} />
    case 'place':
      return <OwnPlace {...content} />
    case 'correction':
      return <Correction {...content} />
    case 'invitation':
      return <Invitation {...content} />
    case 'seated':
      return <Seated {...content} />
    case 'left':
      return <Left />
    case 'letter':
      return <Letter {...content} />
  }
}

/** Replaces the links in mails, whose tokens only scripts can read. */
function CodeForm({ typed, faults, notice }: Extract<PageContent, { kind: 'code' }>) {
  const { code } = site().place.ask
  const words = site().plainForms
  return (
    <form method="post" action={localPath(paths.code)} className="space-y-5">
      <Summary faults={faults} labels={{ email: site().signUp.label, code: code.label }} />
      {notice && <output className="block">{notice}</output>}
      <p className="text-small text-muted">
        {code.note} {words.leaveEmpty}
      </p>
      <EmailField typed={typed} faults={faults} />
      <ContactField
        id="code"
        name="code"
        label={code.label}
        error={own(faults, 'code')}
        defaultValue={typedIn(typed, 'code')}
        required={false}
        autoComplete="one-time-code"
        maxLength={MAX_LENGTH.mailCode}
      />
      <p className="flex flex-wrap gap-3">
        <button type="submit" className={buttonStyle('primary')}>
          {code.open}
        </button>
        <button type="submit" name="act" value="mail" className={buttonStyle('quiet')}>
          {words.mailCode}
        </button>
      </p>
    </form>
  )
}

function Letter({ typed, faults, isSent }: Extract<PageContent, { kind: 'letter' }>) {
  const labels = contactLabels()
  const { send, sent } = site().contact
  const { title, description } = sent
  if (isSent)
    return (
      <output className="block">
        <strong>{title}.</strong> {description}
      </output>
    )
  const field = (name: keyof typeof labels) => ({
    id: name,
    name,
    label: labels[name],
    error: own(faults, name),
    defaultValue: typedIn(typed, name),
  })
  return (
    <form method="post" action={localPath(paths.contact)} className="space-y-5">
      <Summary faults={faults} labels={labels} />
      <ContactField {...field('name')} autoComplete="name" maxLength={MAX_LENGTH.name} />
      <ContactField {...field('email')} type="email" autoComplete="email" maxLength={MAX_LENGTH.email} />
      <ContactField {...field('message')} rows={5} maxLength={MAX_LENGTH.freeText} />
      <Press>{send}</Press>
    </form>
  )
}

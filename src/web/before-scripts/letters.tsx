import { paths } from '#shared/site/paths.ts'
import type { PageContent } from '#shared/pages/page-content.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { own } from '#shared/values/own.ts'
import { ContactField } from '../routes/contact/contact-field.tsx'
import { typedIn } from '../routes/form/form-answers.ts'
import { buttonStyle } from '../ui/button.ts'
import { Press, Summary } from './fields.tsx'
import { EmailField } from './join.tsx'

const words = { mail: 'Mail me a code', how: 'Leave the code empty and we will email you a new one.' }

/** Replaces the links in mails, whose tokens only scripts can read. */
export function CodeForm({ typed, faults, notice }: Extract<PageContent, { kind: 'code' }>) {
  const { code } = site().place.ask
  return (
    <form method="post" action={paths.code} className="space-y-5">
      <Summary faults={faults} labels={{ email: site().signUp.label, code: code.label }} />
      {notice && <output className="block">{notice}</output>}
      <p className="text-small text-muted">
        {code.note} {words.how}
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
          {words.mail}
        </button>
      </p>
    </form>
  )
}

const LABELS = { name: 'Your Name', email: 'Your Email', message: 'Your Message' }

export function Letter({ typed, faults, isSent }: Extract<PageContent, { kind: 'letter' }>) {
  const { title, description } = site().contact.sent
  if (isSent)
    return (
      <output className="block">
        <strong>{title}.</strong> {description}
      </output>
    )
  const field = (name: keyof typeof LABELS) => ({
    id: name,
    name,
    label: LABELS[name],
    error: own(faults, name),
    defaultValue: typedIn(typed, name),
  })
  return (
    <form method="post" action={paths.contact} className="space-y-5">
      <Summary faults={faults} labels={LABELS} />
      <ContactField {...field('name')} autoComplete="name" maxLength={MAX_LENGTH.name} />
      <ContactField {...field('email')} type="email" autoComplete="email" maxLength={MAX_LENGTH.email} />
      <ContactField {...field('message')} rows={5} maxLength={MAX_LENGTH.freeText} />
      <Press>Send Message</Press>
    </form>
  )
}

import { site } from '#shared/site/site.ts'
import { paths, referralLink } from '#shared/site/paths.ts'
import type { Question } from '#shared/site/question.ts'
import { type ChoiceQuestion, choicesOf, otherOf } from '#shared/site/questions.ts'
import type { JoinedPlace } from '#shared/joining/joined-place.ts'
import { shareLinks } from '#shared/joining/share-links.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { type Html, html } from '../../emails/html.ts'
import { EMPTY_FORM, type SentForm } from './sent-form.ts'
import type { Start } from './starts.ts'

/** The errors by field name; `form` is about the whole form. */
export type Faults = Record<string, string>

/** The first step: a form for the email, if the browser remembers none. */
export function emailForm(faults: Faults = {}, sent: SentForm = EMPTY_FORM): Html {
  return html`<form method="post" action="${paths.join}" class="plain-form">
    ${summary(faults, { email: site().signUp.label })}
    ${field('email', site().signUp.label, faults, (about) => input('email', about, { type: 'email', value: sent.get('email') }))}
    <p><button type="submit" class="plain-button">${site().signUp.button}</button></p>
  </form>`
}

type Asked = { start: Start; sealed: string; faults?: Faults; sent?: SentForm }

/** All questions on one page. */
export function questionsForm({ start, sealed, faults = {}, sent = EMPTY_FORM }: Asked): Html {
  const labels = {
    email: site().signUp.label,
    ...Object.fromEntries(site().questions.flatMap(labelsOf)),
    code: site().signUp.friend.placeholder,
  }
  const isFresh = sent === EMPTY_FORM
  return html`<form method="post" action="${paths.form}" class="plain-form">
    ${summary(faults, labels)}
    ${field('email', site().signUp.label, faults, (about) =>
      input('email', about, { type: 'email', value: isFresh ? start.email : sent.get('email') }),
    )}
    ${start.isElsewhere ? html`<p class="plain-small"><a href="${paths.home}">${site().form.notYou}</a></p>` : null}
    <input type="hidden" name="start" value="${sealed}" />
    <input type="hidden" name="site_version" value="${site().version}" />
    <div hidden>
      <label>Please leave this empty <input name="website" tabindex="-1" autocomplete="off" /></label>
    </div>
    ${site().questions.map((question) => questionField(question, faults, sent))}
    <div class="plain-last">
      ${field('code', site().signUp.friend.placeholder, faults, (about) =>
        input('code', about, {
          type: 'text',
          value: isFresh ? (start.code ?? '') : sent.get('code'),
          isOptional: true,
        }),
      )}
    </div>
    <p class="plain-small">
      ${site().privacySentence.before}<a href="${paths.privacy}">${site().privacySentence.link}</a
      >${site().privacySentence.after}
    </p>
    <p><button type="submit" class="plain-button">${site().form.submit}</button></p>
  </form>`
}

export function labelsOf(question: Question): [string, string][] {
  const other = otherOf(question)
  const own: [string, string] = [question.name, question.question]
  return other === null ? [own] : [own, [other, `${question.question} ${site().form.other.label}`]]
}

export function questionField(question: Question, faults: Faults, sent: SentForm): Html {
  if (question.kind === 'text') return textField(question, faults, sent)
  const other = otherOf(question)
  return html`${choicesField(question, faults, sent)} ${other === null ? null : otherField(other, faults, sent)}`
}

function textField(
  { name, question, optional = false, autoComplete }: Extract<Question, { kind: 'text' }>,
  faults: Faults,
  sent: SentForm,
): Html {
  return field(name, question, faults, (about) =>
    input(name, about, {
      type: 'text',
      value: sent.get(name),
      isOptional: optional,
      maxLength: MAX_LENGTH.name,
      autoComplete,
    }),
  )
}

function choicesField(question: ChoiceQuestion, faults: Faults, sent: SentForm): Html {
  const { name, optional = false } = question
  const chosen = new Set(sent.all(name))
  const type = question.kind === 'many' ? 'checkbox' : 'radio'
  const about = aboutOf(name, faults)
  return html`<div class="plain-question">
    <fieldset id="${name}" ${about}>
      <legend>${question.question}</legend>
      ${question.kind === 'many' ? html`<p class="plain-small">${site().form.many}</p>` : null}
      ${optional ? html`<p class="plain-small">${site().form.optional}</p>` : null} ${fault(name, faults)}
      ${choicesOf(question)
        .filter(({ value, archived }) => !archived || chosen.has(value))
        .map(
          ({ value, label, phrase }) =>
            html`<div>
              <label class="choice">
                <input type="${type}" name="${name}" value="${value}" ${chosen.has(value) ? CHECKED : null} />
                <span>${label}${phrase ? html` <span class="choice-phrase">${phrase}</span>` : null}</span>
              </label>
            </div>`,
        )}
    </fieldset>
  </div>`
}

/** The text field that belongs to the choice Other. */
function otherField(name: string, faults: Faults, sent: SentForm): Html {
  return field(
    name,
    site().form.other.label,
    faults,
    (about) =>
      html`<textarea id="${name}" name="${name}" rows="2" maxlength="${MAX_LENGTH.freeText}" class="field" ${about}>
${sent.get(name)}</textarea>`,
  )
}

const CHECKED: Html = { markup: 'checked' }

type InputOptions = {
  type: 'text' | 'email'
  value: string
  isOptional?: boolean
  maxLength?: number
  autoComplete?: string | undefined
}

export function input(
  name: string,
  about: Html,
  { type, value, isOptional, maxLength, autoComplete }: InputOptions,
): Html {
  return html`<input
    id="${name}"
    name="${name}"
    type="${type}"
    value="${value}"
    maxlength="${maxLength ?? (type === 'email' ? MAX_LENGTH.email : MAX_LENGTH.freeText)}"
    autocomplete="${autoComplete ?? (type === 'email' ? 'email' : 'off')}"
    ${isOptional ? null : { markup: 'required' }}
    class="field"
    ${about}
  />`
}

export function field(name: string, label: string, faults: Faults, draw: (about: Html) => Html): Html {
  return html`<div class="plain-field">
    <label for="${name}">${label}</label>
    ${fault(name, faults)} ${draw(aboutOf(name, faults))}
  </div>`
}

function aboutOf(name: string, faults: Faults): Html {
  return faults[name] ? html`aria-invalid="true" aria-describedby="${name}-fault"` : html``
}

function fault(name: string, faults: Faults): Html | null {
  return faults[name] ? html`<p id="${name}-fault" class="plain-fault">${faults[name]}</p>` : null
}

/** The list of errors at the top of the page, with a link to each field. */
export function summary({ form, ...faults }: Faults, labels: Record<string, string>): Html | null {
  const names = Object.keys(labels).filter((name) => faults[name])
  if (!form && names.length === 0) return null
  return html`<div role="alert" class="plain-summary">
    <p><strong>${form ?? site().form.missing}</strong></p>
    ${
      names.length > 0
        ? html`<ul>
            ${names.map((name) => html`<li><a href="#${name}">${labels[name]!}</a></li>`)}
          </ul>`
        : null
    }
  </div>`
}

/** The content of the thank-you page: the position, the code, and the ways to share the link. */
export function joinedHtml({ position, referralCode }: JoinedPlace, origin: string): Html {
  return html`${position === null ? null : ticket(position)}
    ${referralCode ? sharing(referralCode, origin) : html`<p>${site().thankYou.noCode}</p>`}
    <p><a href="${paths.place}">${site().keptPlace.place}</a></p>`
}

export function ticket(position: number): Html {
  const { before, after } = site().thankYou
  return html`<p class="plain-ticket">${before} <strong>#${position.toLocaleString('en-GB')}</strong> ${after}</p>`
}

/** The referral code, its link, and the places to share the link. */
export function sharing(code: string, origin: string): Html {
  const words = site().thankYou.sharing
  const link = referralLink(origin, code)
  return html`<h2>${words.title}</h2>
    <p>${words.code}: <strong class="code">${code}</strong></p>
    <p>${words.link}: <a href="${link}">${link}</a></p>
    <p class="plain-links">
      <a href="${shareLinks.twitter(link)}" rel="noreferrer">Twitter</a>
      <a href="${shareLinks.facebook(link)}" rel="noreferrer">Facebook</a>
      <a href="mailto:?${mailTo(link)}">Email</a>
    </p>`
}

/** Mail programs read %20 as a space, but show a plus sign as it is. */
function mailTo(link: string): string {
  const { title, text } = site().share
  return `subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text} ${link}`)}`
}

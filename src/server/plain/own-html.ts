import { fill } from '#shared/values/fill.ts'
import { chosenIn, type AnswerValue } from '#shared/site/answers.ts'
import { ordinalSuffix } from '#shared/values/ordinal-suffix.ts'
import { paths } from '#shared/site/paths.ts'
import type { Place, PlaceReceipt } from '#shared/joining/place.ts'
import { site } from '#shared/site/site.ts'
import type { Invitation } from '#shared/list/waves.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { type Html, html } from '../../emails/html.ts'
import { button, type Held, heldForm } from './held-form.ts'
import { type Faults, field, input, labelsOf, questionField, sharing, summary, ticket } from './plain-html.ts'
import { EMPTY_FORM, type SentForm } from './sent-form.ts'

const words = {
  code: 'The code from our mail',
  open: 'Open',
  mail: 'Mail me a code',
  how: 'Our mails have a code beside their button. It works for an hour. Leave the field empty, and we mail you a new one.',
  changed: 'Has something changed? Correct it here. Your position stays the same.',
  correct: 'Correct my answers',
  go: 'Go on to {brand}',
  name: 'Your Name',
  reply: 'Your Email',
  message: 'Your Message',
  send: 'Send Message',
}

type Told = { faults?: Faults; sent?: SentForm; notice?: string | undefined }

/** The form for a code from a mail. It replaces the links in mails, whose tokens only scripts can read. */
export function codeForm({ faults = {}, sent = EMPTY_FORM, notice }: Told = {}): Html {
  return html`<form method="post" action="${paths.code}" class="plain-form">
    ${summary(faults, { email: site().signUp.label, code: words.code })}
    ${notice ? html`<p role="status">${notice}</p>` : null}
    <p class="plain-small">${words.how}</p>
    ${field('email', site().signUp.label, faults, (about) => input('email', about, { type: 'email', value: sent.get('email') }))}
    ${field('code', words.code, faults, (about) =>
      input('code', about, { type: 'text', value: sent.get('code'), isOptional: true, maxLength: 40 }),
    )}
    <p class="plain-links">
      <button type="submit" class="plain-button">${words.open}</button>
      <button type="submit" name="act" value="mail" class="plain-button plain-quiet">${words.mail}</button>
    </p>
  </form>`
}

type PlaceShown = Held & { origin: string; isSaved: boolean }

/** A person's own place, with the forms to correct the answers and to leave. */
export function placeHtml(place: Place, { origin, isSaved, ...held }: PlaceShown): Html {
  const { data } = site().place
  return html`${isSaved ? html`<p role="status">${site().place.answers.saved}</p>` : null} ${ticket(place.position)}
    <p>${lineWords(place)}</p>
    ${place.invitation?.ends_at ? heldForm(paths.place, held, invitedPart(place)) : null}
    ${sharing(place.referral_code, origin)} ${friendsPart(place)} ${milestonesPart(place)}
    <h2>${site().place.answers.title}</h2>
    ${
      place.answers_hidden
        ? html`<p>${site().place.answers.hidden}</p>`
        : correctForm(asForm({ ...place.answers, full_name: place.full_name }), held)
    }
    <h2>${data.title}</h2>
    ${
      place.mailed
        ? heldForm(paths.place, held, leavePart())
        : html`<p>${data.fresh.text}</p>
            ${heldForm(paths.place, held, button(words.mail, 'mail'))}`
    }`
}

function lineWords({ place_in_line: rank, ahead, behind, state }: Place): string {
  const { line, noLine } = site().place
  if (rank === null) return noLine[state]
  return [
    fill(line.title, { place: `${rank.toLocaleString('en-GB')}${ordinalSuffix(rank)}` }),
    ahead ? fill(line.ahead, { people: ahead }) : line.first,
    behind ? fill(line.behind, { people: behind }) : ahead ? line.last : line.alone,
  ].join('. ')
}

function invitedPart({ invitation, mailed }: Place): Html {
  const { title, open, fresh, button: label } = site().place.invited
  return html`<h2>${title}</h2>
    <p>${fill(open, { day: dayOf(invitation!.ends_at!) })}</p>
    ${mailed ? button(label, 'invitation') : html`<p>${fresh}</p>`}`
}

function friendsPart({ friends }: Place): Html {
  const { title, empty, unknown, ...states } = site().place.friends
  return html`<h2>${title}</h2>
    ${
      friends.length === 0
        ? html`<p>${empty}</p>`
        : html`<ul>
            ${friends.map(({ label, state }) => html`<li>${label ?? unknown}: ${states[state]}</li>`)}
          </ul>`
    }`
}

function milestonesPart({ milestones }: Place): Html | null {
  const { card } = site().place
  if (milestones.length === 0) return null
  return html`<h2>${card.milestones}</h2>
    <ul>
      ${milestones.map(
        ({ friends, reward, reached }) =>
          html`<li>${fill(card.counts, { friends })}: ${reward}${reached ? html` (${card.reached})` : null}</li>`,
      )}
    </ul>`
}

/** The form to correct the answers, filled in with the stored answers or with the typed ones. */
export function correctForm(sent: SentForm, { faults = {}, ...held }: Held): Html {
  return heldForm(
    paths.place,
    held,
    html`${summary(faults, Object.fromEntries(site().questions.flatMap(labelsOf)))}
      <p>${words.changed}</p>
      ${site().questions.map((question) => questionField(question, faults, sent))} ${button(words.correct, 'correct')}`,
  )
}

/** Stored answers as a browser would send them. */
function asForm(answers: Record<string, unknown>): SentForm {
  const all = (name: string) => [...chosenIn(answers[name] as AnswerValue | null)]
  return { all, get: (name) => all(name)[0] ?? '' }
}

function leavePart(): Html {
  const { title, goes, stays, confirm } = site().place.leave
  const list = ({ title, list }: typeof goes | typeof stays) =>
    html`<p><strong>${title}</strong></p>
      <ul>
        ${list.map((item) => html`<li>${item}</li>`)}
      </ul>`
  return html`<details>
    <summary>${title}</summary>
    ${list(goes)} ${list(stays)} ${button(confirm, 'leave')}
  </details>`
}

/** The receipt for a person who has left: what is deleted, and where. */
export function leftHtml({ parts }: PlaceReceipt): Html {
  const { title, text, parts: names, states } = site().receipt
  return html`<h2>${title}</h2>
    <p>${text}</p>
    <ul>
      ${parts.map(({ name, state }) => html`<li>${fill(names[name], { brand: site().brand.name })}: ${states[state]}</li>`)}
    </ul>`
}

/** The text of an invitation, and its button while it is open or accepted. */
export function invitationHtml({ state, ends_at }: Invitation, held: Held): Html {
  const { open, accepted, ended } = site().seat
  if (state === 'accepted')
    return html`<p>${accepted.text}</p>
      ${heldForm(paths.invitation, held, button(accepted.button))}`
  if (state !== 'open') {
    const at = state === 'ended' && ends_at ? ` ${fill(ended.at, { day: dayOf(ends_at) })}` : ''
    return html`<p><strong>${site().seat[state].title}.</strong> ${site().seat[state].text}${at}</p>`
  }
  return heldForm(
    paths.invitation,
    held,
    html`${summary(held.faults ?? {}, {})}
      <p>${open.text}</p>
      ${ends_at ? html`<p>${fill(open.until, { day: dayOf(ends_at) })}</p>` : null} ${button(open.button)}`,
  )
}

/**
 * The page after an invitation was accepted. It has a link instead of a redirect: browsers follow no redirect from our
 * forms to another site.
 */
export function seatedHtml(redirect: string | null): Html {
  const { title, text } = site().seat.accepted
  return html`<p><strong>${title}.</strong> ${text}</p>
    ${redirect ? html`<p><a href="${redirect}" rel="noreferrer">${fill(words.go, { brand: site().brand.name })}</a></p>` : null}`
}

function dayOf(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
}

/** The form for a message to the owner, filled in with what was typed. */
export function contactForm({ faults = {}, sent = EMPTY_FORM }: Told = {}): Html {
  const labels = { name: words.name, email: words.reply, message: words.message }
  return html`<form method="post" action="${paths.contact}" class="plain-form">
    ${summary(faults, labels)}
    ${field('name', labels.name, faults, (about) =>
      input('name', about, { type: 'text', value: sent.get('name'), maxLength: MAX_LENGTH.name, autoComplete: 'name' }),
    )}
    ${field('email', labels.email, faults, (about) => input('email', about, { type: 'email', value: sent.get('email') }))}
    ${field(
      'message',
      labels.message,
      faults,
      (about) =>
        html`<textarea
          id="message"
          name="message"
          rows="6"
          maxlength="${MAX_LENGTH.freeText}"
          required
          class="field"
          ${about}
        >
${sent.get('message')}</textarea>`,
    )}
    ${button(words.send)}
  </form>`
}

export function letterSent(): Html {
  const { title, description } = site().contact.sent
  return html`<p role="status"><strong>${title}.</strong> ${description}</p>`
}

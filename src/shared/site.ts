import { type Basics, brand } from '#site/brand.ts'
import { codeNotes } from '#site/code-notes.ts'
import { colors } from '#site/colors.ts'
import { checkInbox, confirm } from '#site/confirm.ts'
import { contact } from '#site/contact.ts'
import { invitation, invitationPreview } from '#site/invitation.ts'
import { landing } from '#site/landing.ts'
import { mails } from '#site/mails.ts'
import { place, receipt } from '#site/place.ts'
import { privacy, privacySections, privacySentence, privacyVersion } from '#site/privacy.ts'
import { questions } from '#site/questionnaire.ts'
import { referral, share } from '#site/referral.ts'
import { seat } from '#site/seat.ts'
import { thankYou } from '#site/thank-you.ts'
import { unsubscribe } from '#site/unsubscribe.ts'
import { keptPlace } from '#site/way-back.ts'
import { missing, withoutScripts } from '#site/without-scripts.ts'
import { inWords } from './in-words.ts'
import { type PageWords, pageWords } from './page-words.ts'

const plain = {
  brand,
  checkInbox,
  codeNotes,
  colors,
  confirm,
  contact,
  invitation,
  keptPlace,
  privacy,
  privacySentence,
  privacyVersion,
  questions,
  referral,
  thankYou,
}

/** The parts that mention others. */
const written = {
  invitationPreview,
  landing,
  mails,
  missing,
  place,
  privacySections,
  receipt,
  seat,
  share,
  unsubscribe,
  withoutScripts,
}

type Written = { [Part in keyof typeof written]: ReturnType<(typeof written)[Part]> }

/** Everything that the owner of a waitlist may change, and what follows from it alone. */
export type Site = typeof plain & Written & { questionCount: number; pages: PageWords }

/** The site of src/site with these parts replaced. */
export function siteOf(replaced: Partial<typeof plain>): Site {
  const parts = { ...plain, ...replaced }
  const basics: Basics = { brand: parts.brand, questionCount: inWords(parts.questions.length) }
  const texts = Object.fromEntries(Object.entries(written).map(([part, write]) => [part, write(basics)])) as Written
  return { ...parts, ...texts, questionCount: parts.questions.length, pages: pageWords(parts) }
}

let current = siteOf({})

/**
 * The site as it is now. Read it when you need it, and keep no part of it in a module: another site may take its place
 * at any time. Name one part at a time, as in `site().brand`: pages load only the parts that they name
 * (scripts/site-parts.ts).
 */
export function site(): Site {
  return current
}

/** Puts another site in its place, for everything in this process. */
export function setSite(next: Site) {
  current = next
}

/** Makes a value of the site when it is first needed, and once for each site. */
export function perSite<Value>(make: () => Value): () => Value {
  const made = new WeakMap<Site, { value: Value }>()
  return () => {
    let kept = made.get(current)
    if (!kept) made.set(current, (kept = { value: make() }))
    return kept.value
  }
}

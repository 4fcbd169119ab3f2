import { own } from '../values/own.ts'
import type { SiteDocument } from './site.ts'

export const GROUPS = {
  first: 'First page',
  joined: 'After joining',
  place: 'Own place',
  mails: 'Emails',
  contact: 'Other pages',
} as const

export const GROUP_OF: Record<
  Exclude<keyof SiteDocument, 'brand' | 'look' | 'languages' | 'questions' | 'privacy' | 'privacyText'>,
  keyof typeof GROUPS
> = {
  landing: 'first',
  signUp: 'first',
  embedded: 'first',
  rest: 'first',
  codeNotes: 'first',
  form: 'first',
  invitation: 'first',
  invitationPreview: 'first',
  thankYou: 'joined',
  referral: 'joined',
  share: 'joined',
  keptPlace: 'joined',
  place: 'place',
  mails: 'mails',
  unsubscribe: 'mails',
  contact: 'contact',
  titles: 'contact',
  frame: 'contact',
  notFound: 'contact',
  errors: 'contact',
  checkInbox: 'contact',
  confirm: 'contact',
  seat: 'contact',
  languageChoice: 'contact',
  privacySentence: 'contact',
  missing: 'contact',
  withoutScripts: 'contact',
  plainForms: 'contact',
}

const OWN_NAMES: Record<string, string> = {
  'brand.name': 'Name',
  'brand.launch': 'Opening',
  'brand.opens': 'Opening, on tickets',
  'brand.opensLine': 'Opening, in the footer',
  'brand.pitch': 'Pitch, in one sentence',
  'brand.supportEmail': 'Support email',
  'look.color': 'Brand colour',
  'look.logo': 'Logo',
  'look.paper': 'Paper colour',
  'look.face': 'Face of headlines',
  'look.queue': 'What people wait for',
  'landing.blocks': 'Blocks of the first page',
  'landing.row': 'What the others in line have brought',
  'landing.film.address': 'Film',
  'languages.first': 'First language',
  'languages.others': 'Other languages',
}

/** Such as 'First page: Problem, pains 1, text'. */
export function fieldName(path: string, { questions }: Pick<SiteDocument, 'questions'>): string {
  const [part = '', index = '', name = '', choice] = path.split('.')
  if (part === 'questions') {
    const asked = questions[Number(index)] ?? questions.find((one) => one.name === index)
    if (!asked) return 'Questions'
    const place = name === 'choices' && choice !== undefined ? `, choice ${Number(choice) + 1}` : ''
    return `Question “${asked.question}”${place}`
  }
  const group = Object.hasOwn(GROUP_OF, part) ? GROUPS[GROUP_OF[part as keyof typeof GROUP_OF]] : null
  return own(OWN_NAMES, path) ?? (group === null ? labelOf(path) : `${group}: ${labelOf(path)}`)
}

/** `landing.problem.pains.0.text` becomes 'Problem, pains 1, text'. `from`: names of the path to leave out. */
export function labelOf(path: string, from = 1): string {
  const names = path.split('.')
  const words = names
    .slice(Math.min(from, names.length - 1))
    .map((name) =>
      /^\d+$/.test(name)
        ? String(Number(name) + 1)
        : (own(LABELS, name) ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
    )
    .join(', ')
    .replace(/, (\d+)/g, ' $1')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const LABELS: Record<string, string> = { tool: 'drawing', from: 'begins at (seconds)', to: 'ends at (seconds)' }

import { own } from '../values/own.ts'
import { BLOCK_NAMES } from './blocks.ts'
import type { SiteDocument } from './site.ts'

export const GROUPS = {
  first: 'Home page',
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
  'look.paper': 'Background colour',
  'look.face': 'Headline font',
  'look.queue': 'What people wait for',
  'look.template': 'What the list is for',
  'landing.blocks': 'Blocks of the home page',
  'landing.row': 'What the others in line have brought',
  'landing.film.address': 'Film',
  'languages.first': 'First language',
  'languages.others': 'Other languages',
}

/** Such as 'Home page: Problem, problem 1, text'. */
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

/** `landing.problem.pains.0.text` becomes 'Problem, problem 1, text'. `from`: names of the path to leave out. */
export function labelOf(path: string, from = 1): string {
  const names = path.split('.')
  const first = Math.min(from, names.length - 1)
  const words = names.slice(first).reduce<string[]>((before, name, index) => {
    const here = names.slice(0, first + index + 1).join('.')
    if (!isNumber(name)) return [...before, wordOf(here)]
    const list = names.slice(0, first + index).join('.')
    // An item takes the place of its list, unless that is a block.
    const outer = blockOf(list) === undefined ? before.slice(0, -1) : before
    return [...outer, `${itemOf(list)} ${Number(name) + 1}`]
  }, [])
  const [head = '', ...rest] = words.filter((word) => word !== '')
  return capitalized([head, ...rest.map(uncapitalized)].join(', '))
}

/** What one item of a list is called, such as 'changing word'. */
export function itemOf(list: string): string {
  return own(ITEMS, unnumbered(list)) ?? wordOf(list)
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function uncapitalized(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

function wordOf(path: string): string {
  const plain = unnumbered(path)
  const name = plain.split('.').at(-1)!
  return own<string>(LABELS, plain) ?? blockOf(path) ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function blockOf(path: string): string | undefined {
  const [part, block, ...rest] = path.split('.')
  return part === 'landing' && rest.length === 0 ? own(BLOCK_NAMES, block!) : undefined
}

function unnumbered(path: string): string {
  return path
    .split('.')
    .filter((name) => !isNumber(name))
    .join('.')
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name)
}

const ITEMS: Record<string, string> = {
  'landing.trades': 'changing word',
  'landing.row': 'drawing',
  'landing.problem.pains': 'problem',
  'landing.film.words': 'caption',
  'landing.features.list': 'feature',
  'landing.features.list.done': 'example',
  'landing.stories': 'text',
  'landing.logos.list': 'logo',
  'landing.answers.list': 'question',
}

const LABELS: Record<string, string> = {
  'brand.address': 'Address line',
  'landing.launch': 'Opening, above the headline',
  // Its parts name it.
  'landing.headline': '',
  'landing.headline.before': 'Headline, before the changing word',
  'landing.headline.after': 'Headline, after the changing word',
  'landing.lead': 'Sentence below the headline',
  'landing.joined': 'After the number of people',
  'landing.wayBack': 'Link to one’s own place',
  'landing.problem.pains.time': 'Time, or another short word (optional)',
  'landing.features.toggle.more': 'Button that shows more',
  'landing.features.toggle.less': 'Button that shows less',
  'landing.features.list.tool': 'Drawing',
  'landing.features.list.more': 'More, behind the button (optional)',
  'landing.features.list.alt': 'What the picture shows',
  'landing.stories.alt': 'What the picture shows',
  'landing.film.words.from': 'Begins at',
  'landing.film.words.to': 'Ends at',
}

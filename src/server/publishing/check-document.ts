import * as z from 'zod/mini'
import type { SiteProblem } from '#shared/site/site-editing.ts'
import { BASICS, SLOT } from '#shared/values/language.ts'
import { FILM_PROBLEM, filmAt } from '#shared/site/film.ts'
import { type Block, BLOCK_NAMES, BLOCKS } from '#shared/site/blocks.ts'
import { isPaper } from '#shared/site/brand-colors.ts'
import { FACES } from '#shared/site/faces.ts'
import { DRAWINGS, QUEUES, SCENES } from '#shared/site/drawings.ts'
import { isEmail } from '#shared/values/email.ts'
import { shippedLanguages, type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { TEMPLATES } from '#shared/site/template-names.ts'
import type { Picture } from '#shared/site/picture.ts'
import { textsOf } from '#shared/site/translation.ts'
import { isStorable } from '#shared/values/text.ts'
import { checkQuestions } from './check-questions.ts'
import { completed, isRecord, unknownParts } from './completed.ts'

const UNKNOWN_PART = 'is not a part of a site'

const FILM = 'landing.film.address'
const LEAST_ROOM = 80
/** A feature without more has no button for it. */
const MAY_BE_EMPTY = /^landing\.(problem\.pains\.\d+\.time|features\.list\.\d+\.more|(\w+\.)+alt)$/
const MOST_ITEMS = 24
/** An hour. */
const LONGEST_FILM = 3_600

/**
 * Every text is inserted as plain text, so `<` and the like are allowed. Parts that the document lacks come from
 * src/site. `former`: the newest published document. While a value has the wrong type, only such problems are reported.
 */
export function checkDocument(document: object, former: SiteDocument): SiteProblem[] {
  const shape = checkShape(document)
  if (shape.length > 0) return shape
  const site = completed(document)
  return [
    ...unknownParts(document).map((path) => problem(path, UNKNOWN_PART)),
    ...checkPart(site, { source: sourceSite, path: [] }),
    ...checkLook(site),
    ...checkLanguages(site),
    ...checkBlocks(site),
    ...checkAlts(site),
    ...checkBrand(site),
    ...checkFilm(site),
    ...checkFriends(site),
    ...checkQuestions(site.questions, former.questions),
  ]
}

type Place = { source: unknown; path: string[] }

function checkPart(value: unknown, { source, path }: Place): SiteProblem[] {
  const [first] = path
  const name = path.at(-1)
  // These have their own checks.
  if (first === 'questions' || first === 'look' || first === 'languages' || path.join('.') === FILM) return []
  const closed = closedSet(path)
  if (closed) return closed.includes(value as string) ? [] : [problem(path, `must be one of ${closed.join(', ')}`)]
  if (name === 'picture' && first === 'landing') return checkPicture(value as Picture | null, path)
  if (name === 'id') return []
  if (name === 'labels')
    return Object.entries(value as object).flatMap(([question, label]) =>
      checkText(label, { source: 'A label', path: [...path, question] }),
    )
  if (typeof source === 'string') return checkText(value as string, { source, path })
  if (typeof source === 'number') return (value as number) >= 0 ? [] : [problem(path, 'must be 0 or more')]
  if (Array.isArray(source)) return checkList(value as unknown[], { source, path })
  if (!isRecord(source)) return []
  return Object.entries(source).flatMap(([name, part]) =>
    checkPart((value as Record<string, unknown>)[name], { source: part, path: [...path, name] }),
  )
}

/** The names that a part may have; null if any text will do. */
function closedSet(path: string[]): readonly string[] | null {
  const whole = path.join('.')
  if (path.at(-1) === 'tool' || /^landing\.row\.\d+$/.test(whole)) return DRAWINGS
  if (/^landing\.\w+\.drawing$/.test(whole)) return SCENES
  return /^landing\.blocks\.\d+$/.test(whole) ? BLOCKS : null
}

function checkBlocks({ landing }: SiteDocument): SiteProblem[] {
  const blocks: readonly Block[] = landing.blocks
  const twice = blocks.find((block, index) => blocks.indexOf(block) !== index)
  if (twice) return [problem(['landing', 'blocks'], `has ${twice} twice`)]
  const hasForm = blocks.includes('hero') || blocks.includes('ready')
  return hasForm ? [] : [problem(['landing', 'blocks'], NO_FORM)]
}

const NO_FORM = `must show ‘${BLOCK_NAMES.hero}’ or ‘${BLOCK_NAMES.ready}’: without one of them, nobody can join`

/** A logo has its name. */
function checkAlts({ landing }: SiteDocument): SiteProblem[] {
  const lists = { 'features.list': landing.features.list, stories: landing.stories }
  return Object.entries(lists).flatMap(([list, items]) =>
    items.flatMap(({ picture, alt }, index) =>
      picture && alt.trim() === ''
        ? [problem(['landing', list, index, 'alt'], 'must say what the picture shows, for people who cannot see it')]
        : [],
    ),
  )
}

function checkPicture(picture: Picture | null, path: string[]): SiteProblem[] {
  return picture === null || isDrawn(picture) ? [] : [problem(path, 'must be a picture that was sent here, or null')]
}

function isHex(color: string): boolean {
  return /^#[\da-f]{6}$/.test(color)
}

/** The hash becomes a file name, and the size is written into pages. */
function isDrawn({ hash, width, height }: Picture): boolean {
  return /^[\da-f]{32}$/.test(hash) && Number.isInteger(width) && Number.isInteger(height)
}

function checkList(list: unknown[], { source, path }: Place & { source: unknown[] }): SiteProblem[] {
  if (list.length === 0)
    return /^(brand\.address|landing\.(blocks|features\.list\.\d+\.done))$/.test(path.join('.'))
      ? []
      : [problem(path, 'needs at least one entry')]
  if (list.length > MOST_ITEMS) return [problem(path, `may have ${MOST_ITEMS} entries at most`)]
  return list.flatMap((item, index) =>
    checkPart(item, { source: source[index] ?? source[0], path: [...path, String(index)] }),
  )
}

function checkText(value: string, { source, path }: Place & { source: string }): SiteProblem[] {
  if (value.trim() === '')
    return source.trim() === '' || MAY_BE_EMPTY.test(path.join('.')) ? [] : [problem(path, 'must not be empty')]
  const most = Math.max(LEAST_ROOM, source.length * 3)
  if (value.length > most) return [problem(path, `may have ${most} characters at most, and has ${value.length}`)]
  const hasBreaks = source.includes('\n')
  if (!isStorable(value) || (/[\r\n\t]/.test(value) && !hasBreaks)) return [problem(path, 'must be one line of text')]
  const known = new Set<string>([...namesIn(source), ...BASICS])
  const unknown = namesIn(value).filter((name) => !known.has(name))
  if (unknown.length > 0)
    return [
      problem(
        path,
        `mentions {${unknown[0]}}, which has no value here. It may mention ${[...known].map((name) => `{${name}}`).join(', ')}`,
      ),
    ]
  if (/[{}]/.test(value.replace(SLOT, ''))) return [problem(path, 'has a brace that is not closed or not opened')]
  return []
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(SLOT), ([, name]) => name!)
}

/** Text on it is ink or white. */
function checkLook({ look }: SiteDocument): SiteProblem[] {
  return [
    ...(isHex(look.color) ? [] : [problem(['look', 'color'], `must be a colour like ${sourceSite.look.color}`)]),
    ...(isHex(look.paper) && isPaper(look.paper)
      ? []
      : [problem(['look', 'paper'], 'must be light enough to read dark text on: choose a lighter colour')]),
    ...(TEMPLATES.includes(look.template)
      ? []
      : [problem(['look', 'template'], `must be one of ${TEMPLATES.join(', ')}`)]),
    ...(FACES.includes(look.face) ? [] : [problem(['look', 'face'], `must be one of ${FACES.join(', ')}`)]),
    ...(QUEUES.includes(look.queue) ? [] : [problem(['look', 'queue'], `must be one of ${QUEUES.join(', ')}`)]),
    ...checkLogo(look),
  ]
}

function checkLogo({ logo }: SiteDocument['look']): SiteProblem[] {
  return logo === null || isDrawn(logo) ? [] : [problem(['look', 'logo'], 'must be a logo that was sent here, or null')]
}

/** Texts of parts that are gone stay, because an earlier version may bring the parts back. */
function checkLanguages({ languages, ...document }: SiteDocument): SiteProblem[] {
  const known = shippedLanguages()
  const all = [languages.first, ...languages.others]
  const isRight = all.every((one) => known.includes(one)) && new Set(all).size === all.length
  const texts = textsOf(document)
  return [
    ...(isRight ? [] : [problem(['languages', 'others'], `must be different languages of ${known.join(', ')}`)]),
    ...Object.entries(languages.texts).flatMap(([language, versions]) =>
      Object.entries(versions).flatMap(([path, text]) =>
        text.trim() === ''
          ? []
          : checkText(text, { source: texts[path] ?? text, path: ['languages', 'texts', language, path] }),
      ),
    ),
  ]
}

/** Names in braces stand for these three in all other texts. */
function checkBrand({ brand }: SiteDocument): SiteProblem[] {
  const filledIn = ['name', 'launch', 'supportEmail'] as const
  return [
    ...filledIn
      .filter((name) => /[{}]/.test(brand[name]))
      .map((name) => problem(['brand', name], 'cannot have braces: names in braces stand for it in other texts')),
    ...(isEmail(brand.supportEmail) ? [] : [problem(['brand', 'supportEmail'], 'must be an email address')]),
  ]
}

function checkFilm({ landing: { film } }: SiteDocument): SiteProblem[] {
  return [
    ...(film.address === '' || filmAt(film.address) ? [] : [{ path: FILM, sentence: FILM_PROBLEM }]),
    ...film.words.flatMap(({ from, to }, index) => {
      if (to > from && to <= LONGEST_FILM) return []
      const most = `${LONGEST_FILM.toLocaleString('en')} seconds at most`
      return [problem(['landing', 'film', 'words', index, 'to'], `must be later than its beginning, and ${most}`)]
    }),
  ]
}

/** The stamp card has a slot for each friend up to the last. */
function checkFriends({ referral }: SiteDocument): SiteProblem[] {
  return (['milestones', 'milestonesNoPlaces'] as const).flatMap((list) =>
    referral[list].flatMap(({ friends }, index) =>
      Number.isInteger(friends) && friends > (referral[list][index - 1]?.friends ?? 0)
        ? []
        : [problem(['referral', list, index, 'friends'], 'must be a whole number above the one before it')],
    ),
  )
}

function problem(path: readonly (string | number)[], sentence: string): SiteProblem {
  return { path: path.join('.'), sentence }
}

const text = z.string('must be a text')
const flag = z.optional(z.boolean('must be true or false'))
const choice = z.union(
  [z.string(), z.looseObject({ value: text, label: text, phrase: z.optional(text), archived: flag })],
  {
    error: 'must be a text, or have a value and a label',
  },
)

const QUESTIONS = z.array(
  z.looseObject(
    {
      name: text,
      label: text,
      question: text,
      kind: text,
      archived: flag,
      optional: flag,
      placeholder: z.optional(text),
      min: z.optional(z.number('must be a number')),
      max: z.optional(z.number('must be a number')),
      autoComplete: z.optional(text),
      choices: z.optional(z.array(choice, 'must be a list')),
      other: z.optional(text),
    },
    'must be a question',
  ),
  'must be a list',
)

const LANGUAGES_SHAPE = z.looseObject(
  {
    first: text,
    others: z.array(text, 'must be a list'),
    texts: z.record(
      z.string(),
      z.record(z.string(), text, 'must be texts by their paths'),
      'must be texts by language',
    ),
  },
  'must be the languages of a site',
)

const PICTURE = z.nullable(
  z.looseObject(
    { hash: text, width: z.number('must be a number'), height: z.number('must be a number') },
    'must be a picture that was sent here, or null',
  ),
)

/** Of items of lists: documents from before they existed lack them. */
const NEWER: Record<string, z.ZodMiniType> = {
  id: z.optional(text),
  picture: z.optional(PICTURE),
  alt: z.optional(text),
}

const LOGO = z.nullable(
  z.looseObject(
    {
      hash: text,
      width: z.number('must be a number'),
      height: z.number('must be a number'),
      hasName: z.boolean('must be true or false'),
    },
    'must be a logo that was sent here, or null',
  ),
)

/** Their types do not follow from their values in src/site. */
const OWN_SHAPES: Record<string, z.ZodMiniType> = {
  questions: QUESTIONS,
  languages: z.optional(LANGUAGES_SHAPE),
  'look.logo': LOGO,
}

const SHAPE = shapeOf(sourceSite, { path: '', isItem: false })

/** Such as null in place of a part. Missing parts are no problem, except in the entries of lists. */
export function checkShape(document: object): SiteProblem[] {
  const { error } = SHAPE.safeParse(document)
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), sentence: message }))
}

function shapeOf(source: unknown, { path, isItem }: { path: string; isItem: boolean }): z.ZodMiniType {
  const own = OWN_SHAPES[path]
  if (own) return own
  if (typeof source === 'string') return text
  if (typeof source === 'number') return z.number('must be a number')
  if (Array.isArray(source)) return z.array(shapeOf(source[0], { path: `${path}.0`, isItem: true }), 'must be a list')
  if (!isRecord(source)) throw new Error(`No shape is known for ${path} of src/site`)
  if (path.endsWith('.labels')) return z.record(z.string(), text, 'must have a text for each question')
  const parts = Object.entries(source).map(([name, part]) => {
    const newer = isItem && NEWER[name]
    if (newer) return [name, newer] as const
    const shape = shapeOf(part, { path: path ? `${path}.${name}` : name, isItem })
    return [name, isItem ? shape : z.optional(shape)] as const
  })
  return z.looseObject(Object.fromEntries(parts), 'must be an object with its parts')
}

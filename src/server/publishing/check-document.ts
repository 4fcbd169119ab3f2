import * as z from 'zod/mini'
import type { SiteProblem } from '#shared/site/site-editing.ts'
import { SLOT } from '#shared/values/fill.ts'
import { FILM_PROBLEM, filmAt } from '#shared/site/film.ts'
import { type Drawing, DRAWINGS } from '#shared/site/drawings.ts'
import { isEmail } from '#shared/values/email.ts'
import { shippedLanguages, type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { textsOf } from '#shared/site/translation.ts'
import { isStorable } from '#shared/values/text.ts'
import { checkQuestions } from './check-questions.ts'
import { completed, isRecord, unknownParts } from './completed.ts'

const UNKNOWN_PART = 'is not a part of a site'

const FILM = 'landing.film.address'
const BASICS = ['brand', 'launch', 'support', 'questions']
const LEAST_ROOM = 80
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
  if (name === 'tool')
    return DRAWINGS.includes(value as Drawing) ? [] : [problem(path, `must be one of ${DRAWINGS.join(', ')}`)]
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

function checkList(list: unknown[], { source, path }: Place & { source: unknown[] }): SiteProblem[] {
  if (list.length === 0) return [problem(path, 'needs at least one entry')]
  if (list.length > MOST_ITEMS) return [problem(path, `may have ${MOST_ITEMS} entries at most`)]
  return list.flatMap((item, index) =>
    checkPart(item, { source: source[index] ?? source[0], path: [...path, String(index)] }),
  )
}

function checkText(value: string, { source, path }: Place & { source: string }): SiteProblem[] {
  if (value.trim() === '') return source.trim() === '' ? [] : [problem(path, 'must not be empty')]
  const most = Math.max(LEAST_ROOM, source.length * 3)
  if (value.length > most) return [problem(path, `may have ${most} characters at most, and has ${value.length}`)]
  const hasBreaks = source.includes('\n')
  if (!isStorable(value) || (/[\r\n\t]/.test(value) && !hasBreaks)) return [problem(path, 'must be one line of text')]
  const known = new Set([...namesIn(source), ...BASICS])
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
  const isColor = /^#[\da-f]{6}$/.test(look.color)
  return [
    ...(isColor ? [] : [problem(['look', 'color'], `must be a colour like ${sourceSite.look.color}`)]),
    ...checkLogo(look),
  ]
}

/** The hash becomes a file name, and the size is written into pages. */
function checkLogo({ logo }: SiteDocument['look']): SiteProblem[] {
  if (logo === null) return []
  const { hash, width, height } = logo
  const isRight = /^[\da-f]{32}$/.test(hash) && Number.isInteger(width) && Number.isInteger(height)
  return isRight ? [] : [problem(['look', 'logo'], 'must be a logo that was sent here, or null')]
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
    const shape = shapeOf(part, { path: path ? `${path}.${name}` : name, isItem })
    return [name, isItem ? shape : z.optional(shape)] as const
  })
  return z.looseObject(Object.fromEntries(parts), 'must be an object with its parts')
}

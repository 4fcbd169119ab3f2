import { type SiteDocument, sourceSite } from '#shared/site/site.ts'

/** Fills in the parts of src/site that a stored document lacks, and drops others. Lists stay as they are. */
export function completed(document: object): SiteDocument {
  const site = merge(sourceSite, document) as SiteDocument
  const { landing } = site
  const own = sourceSite.landing
  const { problem, features, stories, logos, answers } = landing
  return {
    ...site,
    // Null where the file has null: its check says so.
    brand: site.brand && {
      ...site.brand,
      opensLine: site.brand.opensLine === OPENS_OF_1_0 ? sourceSite.brand.opensLine : site.brand.opensLine,
    },
    landing: {
      ...landing,
      ready: { ...landing.ready, text: landing.ready.text === READY_OF_1_0 ? own.ready.text : landing.ready.text },
      problem: { ...problem, pains: withIds(problem.pains, own.problem.pains) },
      features: {
        ...features,
        list: withIds(
          features.list.map((item) => ({ ...NO_PICTURE, ...item })),
          own.features.list,
        ),
      },
      stories: withIds(
        stories.map((item) => ({ ...NO_PICTURE, ...item })),
        own.stories,
      ),
      logos: { ...logos, list: withIds(logos.list, own.logos.list) },
      answers: { ...answers, list: withIds(answers.list, own.answers.list) },
    },
  } as unknown as SiteDocument
}

/** Newer words say one question or none, and a day. */
const OPENS_OF_1_0 = '{brand} opens in {launch}.'
const READY_OF_1_0 =
  'Leave your email, answer {questions} short questions, and you have a place in the queue. Every friend who follows counts for you.'

const NO_PICTURE = { picture: null, alt: '' }

/** Of items of lists, which stay when an item moves. Documents of 1.0 have none: theirs are those of src/site. */
function withIds<Item extends object>(items: readonly Item[], source: readonly { id: string }[]): Item[] {
  const taken = new Set(items.map((item) => (item as { id?: string }).id))
  return items.map((item, index) => {
    let id = source[index]?.id ?? String(index + 1)
    while (taken.has(id)) id += 'a'
    return { id, ...item }
  })
}

/** Of 1.0: words of pages and notices that are gone. Files and drafts may still hold them. */
const FORMER = new Set([
  'landing.film.embed',
  'landing.film.file',
  'mails.notification.waiting',
  'mails.press.places',
  'place.answers.fault',
  'place.data.hide',
  'place.data.see',
  'place.friends.waiting',
  'place.friends.waitingNotes',
  'place.history.left',
  'place.leave.goes',
  'place.leave.stays',
  'place.live',
  'place.who.notYou',
  'receipt',
  'thankYou.sharing.blocked',
  'withoutScripts.receipt',
  'withoutScripts.thankYou.text',
  'withoutScripts.thankYou.title',
])

export function unknownParts(document: object): string[][] {
  return unknownIn(sourceSite, document, []).filter((path) => !FORMER.has(path.join('.')))
}

function unknownIn(source: unknown, stored: unknown, path: string[]): string[][] {
  if (!isRecord(source) || !isRecord(stored) || isOpen(path.at(-1))) return []
  return Object.entries(stored).flatMap(([name, part]) =>
    Object.hasOwn(source, name) ? unknownIn(source[name], part, [...path, name]) : [[...path, name]],
  )
}

function merge(source: unknown, stored: unknown, name?: string): unknown {
  if (stored === undefined) return source
  if (!isRecord(source) || !isRecord(stored)) return stored
  const known = Object.entries(source).map(([name, part]) => [name, merge(part, stored[name], name)])
  return isOpen(name) ? { ...stored, ...Object.fromEntries(known) } : Object.fromEntries(known)
}

/** Its names are those of questions or of texts in other languages, which src/site cannot know. */
function isOpen(name: string | undefined): boolean {
  return name === 'labels' || name === 'texts'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

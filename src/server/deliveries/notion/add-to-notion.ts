import type pg from 'pg'
import { furtherQuestions } from '#shared/site/questions.ts'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import type { Notion } from '../../integrations/notion.ts'
import {
  findFurtherProblems,
  LONGEST_EMAIL,
  type NotionProperties,
  toProperties,
  toTitle,
} from '../../integrations/notion-properties.ts'
import { toLines } from '../../integrations/to-lines.ts'
import { dropSentName, readFullName } from '../../joining/stored/full-names.ts'
import { readPerson } from '../../people/read-person.ts'
import { hashContent, knownAt } from '../outbox/content-hash.ts'
import type { Delivered, Delivery, TakeTurn } from '../outbox/delivery.ts'
import { readReadiness } from '../outbox/remains-queries.ts'
import { REJECTED } from '../mail/mail-skips.ts'

/**
 * Keeps one page per person. A page that the owner moved to Notion's trash stays there; a page that was deleted for
 * good is created again when the person joins again. The full name is deleted here once Notion has it.
 */
export function createAddToNotion({ pool, notion }: { pool: pg.Pool; notion: Notion }): Delivery<'add-to-notion'> {
  return {
    service: 'notion',
    readiness: ({ entry_id }) => readReadiness(pool, { entryId: entry_id, channel: 'erase-from-notion' }),
    async deliver({ entry_id }, claim, takeTurn) {
      const person = await readPerson(pool, entry_id)
      if (!person) return { state: 'skipped', note: 'They are no longer on the list.' }
      if (person.is_rejected) return REJECTED
      if (person.email.length > LONGEST_EMAIL)
        throw new DeliveryError('refused', `Notion takes no email of more than ${LONGEST_EMAIL} characters.`)

      const schema = furtherQuestions().length > 0 ? (notion.knownSchema() ?? (await readSchema())) : null
      const properties = toProperties(person, schema)
      const problem = (schema && toLines(findFurtherProblems(schema))) ?? undefined
      const content_hash = hashContent(notion.dataSourceId, properties)
      const known = knownAt(notion.dataSourceId, claim)
      const named = await readFullName(pool, entry_id)
      if (known && !named && claim.content_hash === content_hash) return { state: 'done', problem }
      const page = { email: person.email, name: named?.full_name, properties, outcome: { content_hash, problem } }
      const delivered = await keepPage({ notion, takeTurn }, page, known)
      if (named && delivered.state === 'done') await dropSentName(pool, named)
      return delivered

      async function readSchema() {
        await takeTurn()
        return notion.readSchema()
      }
    },
  }
}

type Calling = { notion: Notion; takeTurn: TakeTurn }
type Page = {
  email: string
  /** Undefined if the person gave no name, or Notion already has the name. */
  name: string | undefined
  properties: NotionProperties
  outcome: Pick<Delivered, 'content_hash' | 'problem'>
}

/** Updates the known page, or else the page with this email. Creates a page if there is neither. */
async function keepPage(calling: Calling, page: Page, known: string | null): Promise<Delivered> {
  const updated = (known ? await update(calling, page, known) : null) ?? (await updateFound(calling, page))
  return updated ?? create(calling, page)
}

/** Resolves to null if the page does not exist. */
async function update({ notion, takeTurn }: Calling, page: Page, pageId: string): Promise<Delivered | null> {
  const { name, properties, outcome } = page
  const title = name === undefined ? {} : toTitle(name)
  await takeTurn()
  const updated = await notion.updatePage(pageId, { ...properties, ...title })
  if (updated === 'gone') return null
  if (updated === 'updated') return { state: 'done', remote_id: pageId, ...outcome }
  return {
    state: 'skipped',
    note: "Their page is in Notion's trash. Restore it there to have it kept up to date.",
  }
}

async function updateFound(calling: Calling, page: Page): Promise<Delivered | null> {
  await calling.takeTurn()
  const [found] = await calling.notion.findPages(page.email, 1)
  return found === undefined ? null : update(calling, page, found)
}

async function create({ notion, takeTurn }: Calling, { email, name, properties, outcome }: Page): Promise<Delivered> {
  await takeTurn()
  const remote_id = await notion.createPage({ ...properties, ...toTitle(name ?? email) })
  return { state: 'done', remote_id, ...outcome }
}

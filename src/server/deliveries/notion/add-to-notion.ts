import { DeliveryError, toLines } from '../../outbox/integrations/delivery-error.ts'
import type { Notion } from '../../outbox/integrations/notion.ts'
import {
  findFurtherProblems,
  furtherAsked,
  LONGEST_EMAIL,
  type NotionProperties,
  toProperties,
  toTitle,
} from '../../outbox/integrations/notion-properties.ts'
import { readFullName } from '../../joining/change-entry.ts'
import { readPerson } from '../../people/find-person.ts'
import { hashContent, hashOf, knownAt, REJECTED } from '../services/records.ts'
import type { Delivered, Delivery, TakeTurn } from '../../outbox/channel.ts'
import { readReadiness } from '../services/remains-queries.ts'
import type { Pool } from '../../db/query.ts'

/** The name is sent once, so that a title that the owner changed stays. */
export function addingToNotion({ pool, notion }: { pool: Pool; notion: Notion }): Delivery {
  return {
    service: 'notion',
    readiness: ({ subject }) => readReadiness(pool, { entryId: subject, channel: 'erase-from-notion' }),
    async deliver(row, takeTurn) {
      const entry_id = row.subject
      const person = await readPerson(pool, entry_id)
      if (!person) return { state: 'skipped', note: 'They are no longer on the list.' }
      if (person.is_rejected) return REJECTED
      if (person.email.length > LONGEST_EMAIL)
        throw new DeliveryError('refused', `Notion takes no email of more than ${LONGEST_EMAIL} characters.`)

      const schema = furtherAsked().length > 0 ? (notion.knownSchema() ?? (await readSchema())) : null
      const properties = toProperties(person, schema)
      const problem = (schema && toLines(findFurtherProblems(schema))) ?? undefined
      const known = knownAt(notion.dataSourceId, row)
      const name = (await readFullName(pool, entry_id))?.full_name
      const nameHash = name === undefined ? '' : ` ${hashOf(name)}`
      const content_hash = `${hashContent(notion.dataSourceId, properties)}${nameHash}`
      if (known && row.content_hash === content_hash) return { state: 'done', problem }
      const hasTitle = known !== null && nameHash !== '' && row.content_hash!.endsWith(nameHash)
      const page = { email: person.email, name, properties, outcome: { content_hash, problem } }
      return keepPage({ notion, takeTurn }, page, { known, hasTitle })

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
  name: string | undefined
  properties: NotionProperties
  outcome: Pick<Delivered, 'content_hash' | 'problem'>
}

type Known = { known: string | null; hasTitle: boolean }

async function keepPage(calling: Calling, page: Page, { known, hasTitle }: Known): Promise<Delivered> {
  const ofKnown = hasTitle ? { ...page, name: undefined } : page
  const updated = (known ? await update(calling, ofKnown, known) : null) ?? (await updateFound(calling, page))
  return updated ?? create(calling, page)
}

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

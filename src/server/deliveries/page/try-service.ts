import type { Choices, CHOOSING, Service, Trial } from '#shared/owner/integrations.ts'
import type { Config } from '../../config/config.ts'
import { listPublications } from '../../integrations/beehiiv.ts'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import { listTags } from '../../integrations/kit.ts'
import { listLists } from '../../integrations/klaviyo.ts'
import { listAudiences } from '../../integrations/mailchimp.ts'
import { listDataSources } from '../../integrations/notion.ts'
import type { Services } from '../services/services.ts'

export async function listChoices(
  service: (typeof CHOOSING)[number],
  { access }: Pick<Config, 'access'>,
): Promise<Choices> {
  const lists = {
    notion: () => access.notion && listDataSources(access.notion),
    beehiiv: () => access.beehiiv && listPublications(access.beehiiv),
    mailchimp: () => access.mailchimp && listAudiences(access.mailchimp),
    kit: () => access.kit && listTags(access.kit),
    klaviyo: () => access.klaviyo && listLists(access.klaviyo),
  }
  const list = lists[service]()
  if (!list) return { choices: [], problem: null }
  return list.then(
    (choices) => ({ choices, problem: null }),
    (error) => ({ choices: [], problem: explain(error) }),
  )
}

export async function tryService(
  services: Services,
  { service, id }: { service: Service; id: string | undefined },
): Promise<Trial> {
  const client = services[service]
  if (!client?.bringNobody || !client.removeNobody) return { ok: false, message: 'It is not set up yet.', id: null }
  try {
    if (id === undefined) {
      const made = await client.bringNobody()
      return { ok: true, message: 'A made-up person, Robin Reed, is there now. Look, then remove them.', id: made }
    }
    await client.removeNobody(id)
    return { ok: true, message: 'They are gone again. Everything works.', id: null }
  } catch (error) {
    return { ok: false, message: explain(error), id: id ?? null }
  }
}

function explain(error: unknown): string {
  if (error instanceof DeliveryError) return error.message
  throw error
}

import {
  type Choices,
  type CHOOSING,
  NEWSLETTER_NAMES,
  NEWSLETTERS,
  RECORD_AT,
  type Service,
  type TestResult,
  type Trial,
} from '#shared/owner/integrations.ts'
import { AppError } from '../../base/errors.ts'
import type { Config } from '../../base/config/config.ts'
import { readSetting, replaceSetting } from '../../db/settings.ts'
import { listPublications } from '../../outbox/integrations/beehiiv.ts'
import { DeliveryError } from '../../outbox/integrations/delivery-error.ts'
import { listTags } from '../../outbox/integrations/kit.ts'
import { listLists } from '../../outbox/integrations/klaviyo.ts'
import { listAudiences } from '../../outbox/integrations/mailchimp.ts'
import { listDataSources } from '../../outbox/integrations/notion.ts'
import { hasDone } from '../../outbox/service-queries.ts'
import { checkService, type Services, withinTime } from '../services/services.ts'
import type { Queryable } from '../../db/query.ts'

/** Creates the fields that the service lacks. Throws an AppError for a service where nothing can be created. */
export async function createMissing(db: Queryable, services: Services, service: Service): Promise<TestResult> {
  const { missing, createMissing: create } = services[service] ?? {}
  if (!missing || !create) throw new AppError('not-set-up')
  return withinTime(createAndCheck())

  async function createAndCheck(): Promise<TestResult> {
    const failure = await create!().then(() => null, toFailure)
    const found = await checkService(db, services, service)
    // If only the service's answer was lost and the check finds everything, nothing failed.
    const isDone = failure === null || (failure.kind === 'failed' && missing!().length === 0)
    if (!isDone) return { ok: false, message: failure.message, problems: found.problems }
    const newsletter = NEWSLETTERS.find((name) => name === service)
    if (!newsletter || !found.ok || !(await hasDone(db, RECORD_AT[newsletter].filledBy))) return found
    const again = `People who were added before lack the new fields: press Sync to ${NEWSLETTER_NAMES[newsletter]}.`
    return { ...found, message: `${found.message} ${again}` }
  }
}

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
  try {
    return { choices: (await lists[service]()) ?? [], problem: null }
  } catch (error) {
    return { choices: [], problem: toFailure(error).message }
  }
}

/** Adds a made-up person, or removes the one with this id. */
export async function tryService(
  services: Services,
  { service, id }: { service: Service; id: string | undefined },
): Promise<Trial> {
  const client = services[service]
  if (!client?.bringNobody || !client.removeNobody) return { ok: false, message: 'It isn’t connected yet.', id: null }
  try {
    if (id === undefined) {
      const made = await client.bringNobody()
      return { ok: true, message: 'A made-up person, Robin Reed, is there now. Look, then remove them.', id: made }
    }
    await client.removeNobody(id)
    return { ok: true, message: 'They are gone again. Everything works.', id: null }
  } catch (error) {
    return { ok: false, message: toFailure(error).message, id: id ?? null }
  }
}

function toFailure(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  throw error
}

type Places = Pick<Config, 'notion' | 'beehiiv'>

export async function recordTrial(
  db: Queryable,
  { service, trial, ...places }: Places & { service: Service; trial: Trial },
): Promise<void> {
  if (trial.ok) await replaceSetting(db, `trial_${service}`, JSON.stringify([placeOf(service, places), trial.id]))
}

export async function readTrial(
  db: Queryable,
  { service, ...places }: Places & { service: Service },
): Promise<{ id: string | null } | null> {
  const stored = (await readSetting(db, `trial_${service}`)) ?? '[]'
  const [place, id] = JSON.parse(stored) as [string?, (string | null)?]
  return place !== undefined && place === placeOf(service, places) ? { id: id ?? null } : null
}

function placeOf(service: Service, { notion, beehiiv }: Places): string | undefined {
  if (service === 'notion') return notion?.dataSourceId
  return service === 'beehiiv' ? beehiiv?.publicationId : undefined
}

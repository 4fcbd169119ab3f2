import {
  NEWSLETTER_NAMES,
  NEWSLETTERS,
  type NewsletterService,
  RECORD_AT,
  type Service,
  type TestResult,
} from '#shared/owner/integrations.ts'
import type { Queryable } from '../../db/pool.ts'
import { AppError } from '../../base/errors.ts'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import { checkService } from '../services/check-service.ts'
import type { Services } from '../services/services.ts'
import { hasDone } from '../../outbox/service-queries.ts'
import { withinTime } from '../services/within-time.ts'

/** Throws an AppError for a service where nothing can be created. */
export async function createMissing(db: Queryable, services: Services, service: Service): Promise<TestResult> {
  const client = services[service]
  const { missing, createMissing } = client ?? {}
  if (!missing || !createMissing) throw new AppError('not-set-up')
  return withinTime(create())

  async function create(): Promise<TestResult> {
    const failure = await createMissing!().then(() => null, toFailure)
    const found = await checkService(db, services, service)
    // If only the service's answer was lost and the check finds everything, nothing failed.
    const isDone = failure === null || (failure.kind === 'failed' && missing!().length === 0)
    if (!isDone) return { ok: false, message: failure.message, problems: found.problems }
    const newsletter = NEWSLETTERS.find((name) => name === service)
    const isPartial = newsletter && found.ok && (await hasDone(db, RECORD_AT[newsletter].filledBy))
    return isPartial ? { ...found, message: `${found.message} ${syncAgain(newsletter)}` } : found
  }
}

function syncAgain(service: NewsletterService): string {
  return `People who were added before lack the new fields: press Sync to ${NEWSLETTER_NAMES[service]}.`
}

function toFailure(error: unknown): DeliveryError {
  if (!(error instanceof DeliveryError)) throw error
  return error
}

import { type Channel, CHANNELS, SERVICE_OF, type TestResult } from '#shared/owner/integrations.ts'
import type { DeliveryError } from '../src/server/integrations/delivery-error.ts'
import type { Deliveries, Delivery } from '../src/server/deliveries/outbox/delivery.ts'
import type { Jobs } from '../src/server/jobs/jobs.ts'
import type { Services } from '../src/server/deliveries/outbox/services.ts'

/** Replaces all services and their deliveries: records what is delivered, and fails on request. */
export function standIn() {
  const taken: { channel: Channel; body: Jobs[Channel] }[] = []
  const state = {
    /** The error of every call, if set. */
    trouble: null as DeliveryError | null,
    /** The result of a check. */
    found: { ok: true, message: 'All is well.', problems: [] } as TestResult,
  }
  const service = { check: async () => state.found, send: async () => {} }
  const deliver = (channel: Channel): Delivery => ({
    service: SERVICE_OF[channel],
    deliver: async (body) => {
      if (state.trouble) throw state.trouble
      taken.push({ channel, body })
      return { state: 'done' }
    },
  })
  const services: Services = { mail: service, notion: service, beehiiv: service }
  const deliveries = Object.fromEntries(CHANNELS.map((channel) => [channel, deliver(channel)])) as Deliveries
  return {
    stand: { services, deliveries },
    state,
    taken: <Name extends Channel>(name: Name) =>
      taken.filter(({ channel }) => channel === name).map(({ body }) => body as Jobs[Name]),
  }
}

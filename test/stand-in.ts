import { type Channel, CHANNELS, SERVICE_OF, type TestResult } from '#shared/owner/integrations.ts'
import type { DeliveryError } from '../src/server/outbox/integrations/delivery-error.ts'
import type { Deliveries, Delivery } from '../src/server/outbox/channel.ts'

import type { Services } from '../src/server/deliveries/services/services.ts'

export const NO_SERVICES = { mail: null, notion: null, beehiiv: null, mailchimp: null, kit: null, klaviyo: null }

/** Replaces all services and their deliveries: records what is delivered, and fails on request. */
export function standIn() {
  const taken: { channel: Channel; subject: string; friend_id: string | null }[] = []
  const state = {
    /** The error of every call, if set. */
    trouble: null as DeliveryError | null,
    /** The result of a check. */
    found: { ok: true, message: 'All is well.', problems: [] } as TestResult,
  }
  const service = { check: async () => state.found, send: async () => {} }
  const deliver = (channel: Channel): Delivery => ({
    service: SERVICE_OF[channel],
    deliver: async ({ subject, friend_id }) => {
      if (state.trouble) throw state.trouble
      taken.push({ channel, subject, friend_id })
      return { state: 'done' }
    },
  })
  const services: Services = { ...NO_SERVICES, mail: service, notion: service, beehiiv: service }
  const deliveries = Object.fromEntries(CHANNELS.map((channel) => [channel, deliver(channel)])) as Deliveries
  return {
    stand: { services, deliveries },
    state,
    /** What was delivered through this channel, in order. */
    taken: (name: Channel) =>
      taken.filter(({ channel }) => channel === name).map(({ subject, friend_id }) => ({ subject, friend_id })),
  }
}

import { dayOf, startOfDay } from '#shared/values/days.ts'
import { CHANNELS, channelsOf, type Integrations, type Service, SERVICES } from '#shared/owner/integrations.ts'
import { readCalendar } from '../../listing/sql/read-calendar.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Config } from '../../config/config.ts'
import { readBudgets } from '../mail/budgets.ts'
import { countDeliveries, findCatchingUp, readServices } from '../outbox/integration-queries.ts'
import { gapsOf } from '../outbox/gaps.ts'
import type { Services } from '../outbox/services.ts'

/** The settings that each service needs. */
const SETTINGS: Record<Service, string[]> = {
  mail: ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'],
  notion: ['NOTION_TOKEN', 'NOTION_DATA_SOURCE_ID'],
  beehiiv: ['BEEHIIV_API_KEY', 'BEEHIIV_PUBLICATION_ID'],
}

type Asked = Pick<Config, 'mailGaps' | 'mailBudgets' | 'sealed'> & { services: Services; failing: string[]; now: Date }

/** Reads the state of each service, with counts for the owner's current day. */
export async function readIntegrations(
  db: Queryable,
  { services, failing, now, mailBudgets, ...config }: Asked,
): Promise<Omit<Integrations, 'webhooks_off'>> {
  const { timeZone } = await readCalendar(db)
  const [counts, states, catchingUp, budgets] = await Promise.all([
    countDeliveries(db, { channels: [...CHANNELS], since: startOfDay(dayOf(now, timeZone), timeZone) }),
    readServices(db),
    findCatchingUp(db),
    readBudgets(db, mailBudgets),
  ])
  return {
    held_at: states.find((state) => state.held_at !== null)?.held_at?.toISOString() ?? null,
    failing,
    integrations: SERVICES.map((service) => {
      const { problems, paused_until } = states.find((state) => state.service === service)!
      const channels = channelsOf(service)
      const isSetUp = services[service] !== null
      return {
        service,
        is_set_up: isSetUp,
        settings: SETTINGS[service],
        gaps: gapsOf(service, config),
        // Problems stay stored after the owner removes the key. They are not shown then.
        problems: (isSetUp && problems?.split('\n')) || [],
        missing: services[service]?.missing?.() ?? [],
        paused_until: (isSetUp && paused_until?.toISOString()) || null,
        is_catching_up: channels.some((channel) => catchingUp.includes(channel)),
        budgets: service === 'mail' ? budgets : [],
        channels: counts.filter(({ channel }) => channels.includes(channel)),
      }
    }),
  }
}

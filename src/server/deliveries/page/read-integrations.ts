import { dayOf, startOfDay } from '#shared/values/days.ts'
import { CHANNELS, channelsOf, type Integrations, SERVICES } from '#shared/owner/integrations.ts'
import { readCalendar } from '../../listing/sql/read-calendar.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Config } from '../../config/config.ts'
import { readBudgets } from '../mail/budgets.ts'
import { countDeliveries, readServices } from '../services/integration-queries.ts'
import { gapsOf } from '../services/gaps.ts'
import { readTrial } from './trials.ts'
import type { Services } from '../services/services.ts'

type Asked = Pick<Config, 'mailGaps' | 'mailBudgets' | 'sealed' | 'notion' | 'beehiiv'> & {
  services: Services
  failing: string[]
  now: Date
}

export async function readIntegrations(
  db: Queryable,
  { services, failing, now, mailBudgets, ...config }: Asked,
): Promise<Omit<Integrations, 'webhooks_off'>> {
  const { timeZone } = await readCalendar(db)
  const [counts, states, budgets, trials] = await Promise.all([
    countDeliveries(db, { channels: [...CHANNELS], since: startOfDay(dayOf(now, timeZone), timeZone) }),
    readServices(db),
    readBudgets(db, mailBudgets),
    Promise.all(SERVICES.map((service) => readTrial(db, { service, ...config }))),
  ])
  return {
    held_at: states.find((state) => state.held_at !== null)?.held_at?.toISOString() ?? null,
    failing,
    integrations: SERVICES.map((service, index) => {
      const { problems, paused_until, is_catching_up } = states.find((state) => state.service === service)!
      const channels = channelsOf(service)
      const isSetUp = services[service] !== null
      return {
        service,
        is_set_up: isSetUp,
        gaps: gapsOf(service, config),
        // Problems stay stored after the owner removes the key. They are not shown then.
        problems: (isSetUp && problems?.split('\n')) || [],
        missing: services[service]?.missing?.() ?? [],
        trial: trials[index] ?? null,
        paused_until: (isSetUp && paused_until?.toISOString()) || null,
        is_catching_up,
        budgets: service === 'mail' ? budgets : [],
        channels: counts.filter(({ channel }) => channels.includes(channel)),
      }
    }),
  }
}

import type { Service, Trial } from '#shared/owner/integrations.ts'
import type { Config } from '../../config/config.ts'
import type { Queryable } from '../../db/pool.ts'
import { readSetting, replaceSetting } from '../../db/settings.ts'

type Places = Pick<Config, 'notion' | 'beehiiv'>

const keyOf = (service: Service) => `trial_${service}`

export async function recordTrial(
  db: Queryable,
  { service, trial, ...config }: Places & { service: Service; trial: Trial },
): Promise<void> {
  if (trial.ok) await replaceSetting(db, keyOf(service), JSON.stringify([placeOf(service, config), trial.id]))
}

export async function readTrial(
  db: Queryable,
  { service, ...config }: Places & { service: Service },
): Promise<{ id: string | null } | null> {
  const [place, id] = JSON.parse((await readSetting(db, keyOf(service))) ?? '[]') as [string?, (string | null)?]
  return place !== undefined && place === placeOf(service, config) ? { id: id ?? null } : null
}

function placeOf(service: Service, { notion, beehiiv }: Places): string | undefined {
  if (service === 'notion') return notion?.dataSourceId
  return service === 'beehiiv' ? beehiiv?.publicationId : undefined
}

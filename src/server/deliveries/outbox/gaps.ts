import type { Service } from '#shared/owner/integrations.ts'
import type { Config } from '../../config/config.ts'

/** The settings that keep a partly set up service from sending, with the reasons. */
export function gapsOf(
  service: Service,
  { mailGaps, sealed }: Pick<Config, 'mailGaps' | 'sealed'>,
): { setting: string; reason: string }[] {
  return [...(service === 'mail' ? mailGaps : []), ...sealed.filter((one) => one.service === service)]
}

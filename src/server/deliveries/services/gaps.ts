import type { Service } from '#shared/owner/integrations.ts'
import type { Config } from '../../config/config.ts'

export function gapsOf(
  service: Service,
  { mailGaps, sealed }: Pick<Config, 'mailGaps' | 'sealed'>,
): { setting: string; reason: string }[] {
  return [...(service === 'mail' ? mailGaps : []), ...sealed.filter((one) => one.service === service)]
}

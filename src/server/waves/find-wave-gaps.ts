import type { WavesPage } from '#shared/list/waves.ts'
import type { Config } from '../config/config.ts'

export function findWaveGaps(
  { productUrl, mailGaps }: Pick<Config, 'productUrl' | 'mailGaps'>,
  { mail }: { mail: unknown },
): WavesPage['gaps'] {
  const product = { setting: 'PRODUCT_URL', reason: 'Invitations lead there, and it is not set.' }
  const server = { setting: 'SMTP_URL', reason: 'Invitations go out by mail, and no mail server is set up.' }
  const mails = mailGaps.length > 0 ? mailGaps : [server]
  return [...(productUrl === null ? [product] : []), ...(mail ? [] : mails)]
}

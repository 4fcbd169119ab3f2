import { type MailProvider, providerOf } from '#shared/site/mail-providers.ts'
import type { MailRecord } from '#shared/owner/settings.ts'

/** Each record as one text. Throws the resolver's errors. */
export type ResolveTxt = (name: string) => Promise<string[]>

type Asked = { domain: string; host: string; resolveTxt: ResolveTxt }

export async function findMailRecords({ domain, host, resolveTxt }: Asked): Promise<MailRecord[]> {
  const provider = providerOf(host)
  const [spf, dmarc, ...dkim] = await Promise.all([
    read(resolveTxt, domain),
    read(resolveTxt, `_dmarc.${domain}`),
    ...(provider?.dkim.selectors ?? []).map((selector) => read(resolveTxt, `${selector}._domainkey.${domain}`)),
  ])
  return [toSpf(domain, spf, provider), toDkim(domain, dkim, provider), toDmarc(domain, dmarc)]
}

/** Null if DNS did not answer. */
type Texts = string[] | null

async function read(resolveTxt: ResolveTxt, name: string): Promise<Texts> {
  try {
    return await resolveTxt(name)
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null
  }
}

function toSpf(domain: string, spf: Texts, provider: MailProvider | null): MailRecord {
  const found = spf?.find((text) => /^v=spf1\b/i.test(text))
  const wanted = provider?.spf ?? null
  if (spf === null) return silent('SPF', domain)
  if (found && (wanted === null || found.toLowerCase().includes(wanted)))
    return { record: 'SPF', state: 'found', message: `${domain} has one: ${found}` }
  if (found)
    return { record: 'SPF', state: 'missing', message: `Add ${wanted} to the TXT record of ${domain}: ${found}` }
  if (wanted)
    return { record: 'SPF', state: 'missing', message: `Add a TXT record to ${domain}: v=spf1 ${wanted} ~all` }
  const subject = provider?.name ?? 'Your mail service'
  const message = `${domain} has no such record. ${subject} may use another domain for it: look in its settings.`
  return { record: 'SPF', state: 'unknown', message }
}

function toDkim(domain: string, dkim: Texts[], provider: MailProvider | null): MailRecord {
  const service = provider?.name ?? 'your mail service'
  const where = provider ? `They are shown in ${provider.dkim.where}.` : 'Your mail service shows them.'
  if (dkim.some((texts) => texts !== null && texts.length > 0))
    return { record: 'DKIM', state: 'found', message: `${domain} has the key of ${service}.` }
  if (dkim.length > 0 && dkim.every((texts) => texts !== null))
    return { record: 'DKIM', state: 'missing', message: `Add the DKIM records of ${service} to ${domain}. ${where}` }
  return { record: 'DKIM', state: 'unknown', message: `DNS does not list the names of DKIM records. ${where}` }
}

function toDmarc(domain: string, dmarc: Texts): MailRecord {
  const found = dmarc?.find((text) => /^v=DMARC1\b/i.test(text))
  if (dmarc === null) return silent('DMARC', domain)
  if (found) return { record: 'DMARC', state: 'found', message: `${domain} has one: ${found}` }
  const message = `Add a TXT record to _dmarc.${domain}: v=DMARC1; p=none. Gmail and Yahoo require one.`
  return { record: 'DMARC', state: 'missing', message }
}

function silent(record: MailRecord['record'], domain: string): MailRecord {
  return { record, state: 'unknown', message: `DNS did not answer about ${domain}. Try again in a moment.` }
}

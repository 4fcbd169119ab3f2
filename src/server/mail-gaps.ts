import { brand } from '#site/brand.ts'

/** A setting that keeps mail from being sent, and the reason. */
export type MailGap = { setting: 'PUBLIC_URL' | 'MAIL_FROM'; reason: string }

/** The settings as the operator set them: `undefined` if not set. */
type MailSettings = { smtpUrl: string; publicUrl: string | undefined; from: string | undefined }

/**
 * The reasons why the server must not mail strangers yet: links that lead nowhere, or a sender that does not exist. A
 * mail server on this machine counts as a mail catcher for a trial, where any address that was set explicitly is
 * accepted.
 */
export function findMailGaps({ smtpUrl, publicUrl, from }: MailSettings): MailGap[] {
  const isTrial = isLoopback(new URL(smtpUrl).hostname)
  const gaps: MailGap[] = []
  if (publicUrl === undefined)
    gaps.push({
      setting: 'PUBLIC_URL',
      reason: 'Every link in a mail begins with it, and it is not set. Set it to the address that visitors know.',
    })
  else if (!isTrial && isNowhere(new URL(publicUrl).hostname))
    gaps.push({
      setting: 'PUBLIC_URL',
      reason: `Every link in a mail begins with it, and ${publicUrl} leads nobody to your site. Set it to the address that visitors know.`,
    })
  const sender = from ?? brand.supportEmail
  if (isNowhere(domainOf(sender)) && !(isTrial && from !== undefined))
    gaps.push({
      setting: 'MAIL_FROM',
      reason: `Mails would come from ${addressOf(sender)}, at a domain that cannot exist. Set it to an address at a domain of yours.`,
    })
  return gaps
}

/** A name reserved by RFC 2606, 6761 and 6762, or this machine: no stranger can reach it. */
function isNowhere(host: string): boolean {
  return (
    isLoopback(host) ||
    /(^|\.)(example|test|invalid|localhost|local|localdomain|example\.(com|net|org))\.?$/i.test(host)
  )
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/i.test(host)
}

function addressOf(from: string): string {
  return from.replace(/^.*<|>$/g, '')
}

function domainOf(from: string): string {
  return addressOf(from).replace(/^.*@/, '')
}

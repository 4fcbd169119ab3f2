import { isIP } from 'node:net'
import { site } from '#shared/site/site.ts'
import { isInternal } from './visitor-address.ts'

export type MailGap = { setting: 'PUBLIC_URL' | 'MAIL_FROM'; reason: string }

type MailSettings = { smtpUrl: string; publicUrl: string | undefined; from: string | undefined }

/** A mail server on this machine counts as a trial with a mail catcher: any value that is set is then enough. */
export function findMailGaps({ smtpUrl, publicUrl, from }: MailSettings): MailGap[] {
  const isTrial = isLoopback(new URL(smtpUrl).hostname)
  const gaps: MailGap[] = []
  if (publicUrl === undefined)
    gaps.push({
      setting: 'PUBLIC_URL',
      reason: 'Every link in an email starts with it, and it isn’t set. Set it to the address visitors use.',
    })
  else if (!isTrial && isNowhere(new URL(publicUrl).hostname))
    gaps.push({
      setting: 'PUBLIC_URL',
      reason: `Every link in an email starts with it, and ${publicUrl} doesn’t work for visitors. Set it to the address they use.`,
    })
  const sender = from ?? site().brand.supportEmail
  const domain = domainOf(sender)
  if ((isNowhere(domain) || isIP(domain)) && !(isTrial && from !== undefined))
    gaps.push({
      setting: 'MAIL_FROM',
      reason: `Emails would come from ${addressOf(sender)}, at a domain that can’t exist. Set it to an address at your own domain.`,
    })
  return gaps
}

/** By RFC 2606, 6761, 6762 or 8375, in a local network, or this machine itself. */
export function isNowhere(host: string): boolean {
  const address = host.replaceAll(/^\[|\]$/g, '')
  if (isIP(address)) return isLoopback(host) || isInternal(address)
  const isOneLabel = !/[^.]\.[^.]/.test(host)
  return isOneLabel || RESERVED.test(host)
}

const RESERVED =
  /(^|\.)(example|test|invalid|localhost|local|localdomain|internal|home\.arpa|example\.(com|net|org))\.?$/i

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/i.test(host)
}

function addressOf(from: string): string {
  return from.replace(/^.*<|>$/g, '')
}

function domainOf(from: string): string {
  return addressOf(from).replace(/^.*@/, '')
}

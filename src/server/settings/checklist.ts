import type pg from 'pg'
import { site } from '#shared/site/site.ts'
import type { Backups } from '#shared/owner/backups.ts'
import { type CheckPoint } from '#shared/owner/settings.ts'
import { fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { readBackups } from '../backup/backups.ts'
import { isTested } from '../deliveries/mail/tested.ts'
import type { Current } from '../config/config.ts'
import { isNowhere } from '../config/mail-gaps.ts'
import { isStored } from './checklist-state.ts'
import type { Reach } from './reach.ts'

type Dependencies = {
  pool: pg.Pool
  config: Current<'publicUrl' | 'mail' | 'mailGaps' | 'sealed' | 'mustConfirm' | 'backup'>
  reach: Reach
  /** Asks the mail server; null if none is set up. */
  checkMail: () => Promise<{ ok: boolean; message: string } | null>
  count: () => Promise<number>
}

/**
 * The points that a founder has to settle before the site is shown to anybody. Each point is tested anew at every call.
 */
export async function runChecklist({ pool, config, reach, checkMail, count }: Dependencies): Promise<CheckPoint[]> {
  const { publicUrl, mail: sending, mailGaps, sealed, mustConfirm, backup } = config()
  const [why, mail, hasLeft, backups, joined, hadJoined] = await Promise.all([
    reach.whyNot(publicUrl),
    checkMail(),
    sending && isTested(pool, sending),
    readBackups(pool),
    count(),
    isStored(pool, 'joined'),
  ])
  return [
    address(publicUrl, why),
    sender({ mail, hasLeft, gap: mailGaps[0] ?? sealed.find(({ service }) => service === 'mail') }),
    contact(),
    confirming(mustConfirm),
    nightly(backup.folder, backups),
    firstJoin(joined, hadJoined),
    share(publicUrl),
  ]
}

/** `why`: the reason why the address does not lead here; null if it does. */
function address(publicUrl: string, why: string | null): CheckPoint {
  const { protocol, hostname } = new URL(publicUrl)
  if (isNowhere(hostname))
    return open('address', `Only this machine knows ${publicUrl}. Set the address that visitors will use.`)
  if (why !== null) return open('address', `${publicUrl} does not lead to this server: ${why}.`)
  if (protocol !== 'https:') return open('address', `${publicUrl} leads here, but is not encrypted: use https.`)
  return done('address', `${publicUrl} leads to this server.`)
}

type Sender = {
  mail: Awaited<ReturnType<Dependencies['checkMail']>>
  /** Whether a test mail has left; null without a mail server. */
  hasLeft: boolean | null
  /** A setting that keeps mail from being sent. */
  gap: { setting: string; reason: string } | undefined
}

function sender({ mail, hasLeft, gap }: Sender): CheckPoint {
  if (mail && !mail.ok) return open('mail', mail.message)
  if (mail && !hasLeft) return open('mail', `${mail.message} Send yourself one, to see that it arrives.`)
  if (mail) return done('mail', `${mail.message} A test mail has left.`)
  return open(
    'mail',
    gap
      ? `No mail is sent yet. ${nameOf(gap.setting)}: ${gap.reason}`
      : 'No mail server is set up: mails are kept until one is.',
  )
}

function contact(): CheckPoint {
  const email = site().brand.supportEmail
  return isNowhere(email.replace(/^.*@/, ''))
    ? open('contact', `The privacy page names ${email}, which nobody can write to. Change it under Settings, Site.`)
    : done('contact', `The privacy page names ${email}.`)
}

function confirming(mustConfirm: boolean): CheckPoint {
  return mustConfirm
    ? done('confirming', 'New people confirm their address before they count.')
    : open('confirming', 'Anybody can join with an address that is not theirs. Ask new people to confirm it.')
}

function nightly(folder: string | null, { failure, last }: Pick<Backups, 'failure' | 'last'>): CheckPoint {
  if (folder === null) return open('backups', 'No backup is made at night. Choose a folder for it.')
  if (failure) return open('backups', `The last backup failed: ${failure.problem}`)
  return last
    ? done('backups', `A backup is made every night in ${folder}.`)
    : open('backups', `A backup is made every night in ${folder}. Make the first one now.`)
}

function firstJoin(joined: number, hadJoined: boolean): CheckPoint {
  if (joined > 0)
    return done(
      'join',
      joined === 1 ? 'One person has joined.' : `${joined.toLocaleString('en-GB')} people have joined.`,
    )
  if (hadJoined) return done('join', 'Joining works. Nobody is on the list.')
  return open('join', 'Join once yourself, on your phone, as a visitor does. You can remove yourself here afterwards.')
}

function share(publicUrl: string): CheckPoint {
  return isNowhere(new URL(publicUrl).hostname)
    ? open('share', 'The link to share is the address of the site, once it is set.')
    : done('share', `Share this link: ${publicUrl}`)
}

/** The name of a setting on the screen. */
function nameOf(setting: string): string {
  return isField(setting) ? fieldOf(setting).label : setting
}

function done(id: CheckPoint['id'], message: string): CheckPoint {
  return { id, is_done: true, message }
}

function open(id: CheckPoint['id'], message: string): CheckPoint {
  return { id, is_done: false, message }
}

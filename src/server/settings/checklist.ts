import type pg from 'pg'
import { site } from '#shared/site/site.ts'
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

/** The points that a founder has to settle before the site is shown to anybody. Each point is tested now. */
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
  return [address(), sender(), contact(), confirming(), nightly(), firstJoin(), share()]

  function address(): CheckPoint {
    const { protocol, hostname } = new URL(publicUrl)
    if (isNowhere(hostname))
      return open('address', `Only this machine knows ${publicUrl}. Set the address that visitors will use.`)
    if (why !== null) return open('address', `${publicUrl} does not lead to this server: ${why}.`)
    if (protocol !== 'https:') return open('address', `${publicUrl} leads here, but is not encrypted: use https.`)
    return done('address', `${publicUrl} leads to this server.`)
  }

  function sender(): CheckPoint {
    if (mail && !mail.ok) return open('mail', mail.message)
    if (mail && !hasLeft) return open('mail', `${mail.message} Send yourself one, to see that it arrives.`)
    if (mail) return done('mail', `${mail.message} A test mail has left.`)
    const gap = mailGaps[0] ?? sealed.find(({ service }) => service === 'mail')
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

  function confirming(): CheckPoint {
    return mustConfirm
      ? done('confirming', 'New people confirm their address before they count.')
      : open('confirming', 'Anybody can join with an address that is not theirs. Ask new people to confirm it.')
  }

  function nightly(): CheckPoint {
    if (backup.folder === null) return open('backups', 'No backup is made at night. Choose a folder for it.')
    if (backups.failure) return open('backups', `The last backup failed: ${backups.failure.problem}`)
    return backups.last
      ? done('backups', `A backup is made every night in ${backup.folder}.`)
      : open('backups', `A backup is made every night in ${backup.folder}. Make the first one now.`)
  }

  function firstJoin(): CheckPoint {
    if (joined > 0)
      return done(
        'join',
        joined === 1 ? 'One person has joined.' : `${joined.toLocaleString('en')} people have joined.`,
      )
    if (hadJoined) return done('join', 'Joining works. Nobody is on the list.')
    return open(
      'join',
      'Join once yourself, on your phone, as a visitor does. You can remove yourself here afterwards.',
    )
  }

  function share(): CheckPoint {
    return isNowhere(new URL(publicUrl).hostname)
      ? open('share', 'The link to share is the address of the site, once it is set.')
      : done('share', `Share this link: ${publicUrl}`)
  }
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

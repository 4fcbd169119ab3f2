import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { site, sourceSite } from '#shared/site/site.ts'
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
  /** Null if no mail server is set up. */
  checkMail: () => Promise<{ ok: boolean; message: string } | null>
  count: () => Promise<number>
}

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
    words(new Date()),
    address(publicUrl, why),
    sender({ mail, hasLeft, gap: mailGaps[0] ?? sealed.find(({ service }) => service === 'mail') }),
    contact(),
    confirming(mustConfirm),
    nightly(backup.folder, backups),
    firstJoin(joined, hadJoined),
    share(publicUrl),
  ]
}

const SAMPLE_NAME = 'Firstchair'

function words(now: Date): CheckPoint {
  const { brand, landing, everyQuestion } = site()
  const isSample = sourceSite.brand.name === SAMPLE_NAME
  const same = (one: unknown, other: unknown) => isSample && isDeepStrictEqual(one, other)
  const hasWords = !same([landing.headline, landing.trades], [sourceSite.landing.headline, sourceSite.landing.trades])
  const left = [
    isSample && brand.name === SAMPLE_NAME && 'the name',
    !hasWords && 'the words of the first page',
    same(everyQuestion, sourceSite.questions) && 'the questions',
  ].filter((part) => part !== false)
  const sample = left.length > 0 ? [`Still from the sample: ${left.join(', ')}.`] : []
  const past = isPast(brand.launch, now) ? [`${brand.launch} is over, so set a new opening date.`] : []
  // The sample's questions may be just right.
  const isDone = past.length === 0 && hasWords && !left.includes('the name')
  const says = [`Visitors see ${brand.name}, opening ${brand.launch}.`, ...past, ...sample]
  return { id: 'site', is_done: isDone, message: says.join(' ') }
}

/** Of seasons in the north, the month after their last. */
const SEASONS: Record<string, number> = { spring: 5, summer: 8, autumn: 11, fall: 11, winter: 14 }

/** A date, a month, a season or a year. Other words have no end. */
export function isPast(launch: string, now: Date): boolean {
  const year = Number(/\b20\d\d\b/.exec(launch)?.[0])
  if (!year) return false
  const season = /spring|summer|autumn|fall|winter/i.exec(launch)?.[0].toLowerCase()
  if (season) return new Date(year, SEASONS[season]!) <= now
  const hasDay = /\b\d{1,2}(?:st|nd|rd|th)?\b/.test(launch)
  const date = new Date(hasDay ? launch.replace(/(\d)(?:st|nd|rd|th)\b/, '$1') : `1 ${launch}`)
  if (Number.isNaN(date.getTime())) return year < now.getFullYear()
  const end = hasDay ? new Date(year, date.getMonth(), date.getDate() + 1) : new Date(year, date.getMonth() + 1)
  return end <= now
}

function address(publicUrl: string, why: string | null): CheckPoint {
  const { protocol, hostname } = new URL(publicUrl)
  if (isNowhere(hostname))
    return open('address', `Only this machine can open ${publicUrl}. Set the address visitors will use.`)
  if (why !== null) return open('address', `${publicUrl} does not lead to this server: ${why}.`)
  if (protocol !== 'https:') return open('address', `${publicUrl} leads here, but isn’t encrypted. Use https.`)
  return done('address', `${publicUrl} leads to this server.`)
}

type Sender = {
  mail: Awaited<ReturnType<Dependencies['checkMail']>>
  hasLeft: boolean | null
  gap: { setting: string; reason: string } | undefined
}

function sender({ mail, hasLeft, gap }: Sender): CheckPoint {
  if (mail && !mail.ok) return open('mail', mail.message)
  if (mail && !hasLeft) return open('mail', `${mail.message} Send yourself a test to check that it arrives.`)
  if (mail) return done('mail', `${mail.message} Test email sent.`)
  return open(
    'mail',
    gap
      ? `Emails aren’t sent yet. ${nameOf(gap.setting)}: ${gap.reason}`
      : 'No mail server yet. Emails are queued until you set one up.',
  )
}

function contact(): CheckPoint {
  const email = site().brand.supportEmail
  return isNowhere(email.replace(/^.*@/, ''))
    ? open('contact', `The privacy page names ${email}, which no one can write to.`)
    : done('contact', `The privacy page names ${email}.`)
}

function confirming(mustConfirm: boolean): CheckPoint {
  return mustConfirm
    ? done('confirming', 'People confirm their email before they join.')
    : open('confirming', 'Anyone can join with someone else’s email. Ask people to confirm theirs.')
}

function nightly(folder: string | null, { failure, last }: Pick<Backups, 'failure' | 'last'>): CheckPoint {
  if (folder === null) return open('backups', 'Nightly backups are off. Choose a folder.')
  if (failure) return open('backups', `The last backup failed: ${failure.problem}`)
  return last
    ? done('backups', `Backups run every night in ${folder}.`)
    : open('backups', `Backups run every night in ${folder}. Make the first one now.`)
}

function firstJoin(joined: number, hadJoined: boolean): CheckPoint {
  if (joined > 0)
    return done(
      'join',
      joined === 1 ? 'One person has joined.' : `${joined.toLocaleString('en-GB')} people have joined.`,
    )
  if (hadJoined) return done('join', 'Joining works. No one is on the list.')
  return open('join', 'Join on your phone, like a visitor would. You can remove yourself here afterwards.')
}

function share(publicUrl: string): CheckPoint {
  return isNowhere(new URL(publicUrl).hostname)
    ? open('share', 'Set your site address first. That’s the link to share.')
    : done('share', `Share this link: ${publicUrl}`)
}

function nameOf(setting: string): string {
  return isField(setting) ? fieldOf(setting).label : setting
}

function done(id: CheckPoint['id'], message: string): CheckPoint {
  return { id, is_done: true, message }
}

function open(id: CheckPoint['id'], message: string): CheckPoint {
  return { id, is_done: false, message }
}

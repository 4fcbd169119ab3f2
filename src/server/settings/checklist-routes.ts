import { resolveTxt } from 'node:dns/promises'
import { ROUTES } from '#shared/routes.ts'
import type { Context } from '../context.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'
import { type App, route } from '../http/route.ts'
import { findMailRecords, type ResolveTxt } from './mail-records.ts'
import { REPORTED_AT } from '../deliveries/mail/mail-events.ts'
import { isDeepStrictEqual } from 'node:util'
import { site, sourceSite } from '#shared/site/site.ts'
import type { Backups } from '#shared/owner/backups.ts'
import type { ChecklistState, CheckPoint } from '#shared/owner/settings.ts'
import { fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { readBackups } from '../operations/backups.ts'
import { isNowhere } from '../base/config/mail-gaps.ts'
import { countEntries } from '../listing/rows/counter.ts'
import type { Queryable } from '../db/query.ts'
import { isTested } from '../deliveries/mail/send-to-owner.ts'
import { checkService } from '../deliveries/services/services.ts'

const CHUNKS_JOINED: ResolveTxt = async (name) => (await resolveTxt(name)).map((chunks) => chunks.join(''))

export function checklistRoutes(app: App, ctx: Context) {
  const { dashboardPool: pool, config, resolveTxt = CHUNKS_JOINED } = ctx

  route(app, ROUTES.checklist, async () => {
    if ((await readChecklistState(pool)) === 'closed') return { is_closed: true, points: [] }
    const points = await runChecklist(ctx)
    await storeChecklist(
      pool,
      'done',
      points.every(({ is_done }) => is_done),
    )
    if (points.some(({ id, is_done }) => id === 'join' && is_done)) await storeChecklist(pool, 'joined', true)
    return { is_closed: false, points }
  })

  route(app, ROUTES.changeChecklist, async ({ body }) => {
    await storeChecklist(pool, 'closed', body.is_closed)
  })

  route(app, ROUTES.mailRecords, async () => {
    const { mail, mailFrom } = config()
    const domain = mailFrom.replace(/^.*@|>$/g, '')
    const host = mail ? new URL(mail.url).hostname : ''
    const [records, reportedAt] = await Promise.all([
      findMailRecords({ domain, host, resolveTxt }),
      readSetting(pool, REPORTED_AT),
    ])
    return { domain, records, last_report_at: reportedAt }
  })
}

async function runChecklist({ dashboardPool: pool, config, reach, services }: Context): Promise<CheckPoint[]> {
  const { publicUrl, mail: sending, mailGaps, sealed, mustConfirm, backup } = config()
  const [why, mail, hasLeft, backups, joined, hadJoined] = await Promise.all([
    reach.whyNot(publicUrl),
    services.mail ? checkService(pool, services, 'mail') : null,
    sending && isTested(pool, sending),
    readBackups(pool),
    countEntries(pool),
    isStored(pool, 'joined'),
  ])
  return [
    words(),
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
const ADDRESS = 'the postal address in emails'

function words(): CheckPoint {
  const { brand, landing, everyQuestion, isOpeningPast } = site()
  const isSample = sourceSite.brand.name === SAMPLE_NAME
  const same = (one: unknown, other: unknown) => isSample && isDeepStrictEqual(one, other)
  const hasWords = !same([landing.headline, landing.trades], [sourceSite.landing.headline, sourceSite.landing.trades])
  const left = [
    isSample && brand.name === SAMPLE_NAME && 'the name',
    !hasWords && 'the words of the home page',
    same(everyQuestion, sourceSite.questions) && 'the questions',
    same(brand.address, sourceSite.brand.address) && ADDRESS,
  ].filter((part) => part !== false)
  const sample = left.length > 0 ? [`Still from the sample: ${left.join(', ')}.`] : []
  // The sample's questions may be just right.
  const isDone = !isOpeningPast && hasWords && !left.some((part) => part === 'the name' || part === ADDRESS)
  const opening = isOpeningPast
    ? `Visitors see ${brand.name}. ${brand.launch} has passed, so pages no longer mention the opening. Set a new date.`
    : `Visitors see ${brand.name}, opening ${brand.launch}.`
  const says = [opening, ...sample]
  return { id: 'site', is_done: isDone, message: says.join(' ') }
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
  /** Null if no mail server is set up. */
  mail: { ok: boolean; message: string } | null
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

/**
 * `joined`: somebody has joined, and may have left since. Separate keys, so that a check that ends after the
 * checklist was closed does not open it again.
 */
const KEYS = { closed: 'checklist_closed', done: 'checklist_done', joined: 'checklist_joined' } as const

async function isStored(db: Queryable, what: keyof typeof KEYS): Promise<boolean> {
  return (await readSetting(db, KEYS[what])) === 'yes'
}

export async function readChecklistState(db: Queryable): Promise<ChecklistState> {
  if (await isStored(db, 'closed')) return 'closed'
  return (await isStored(db, 'done')) ? 'done' : 'open'
}

function storeChecklist(db: Queryable, what: keyof typeof KEYS, isTrue: boolean): Promise<void> {
  return replaceSetting(db, KEYS[what], isTrue ? 'yes' : 'no')
}

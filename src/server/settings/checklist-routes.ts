import { resolveTxt } from 'node:dns/promises'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { Current } from '../config/config.ts'
import { readSetting } from '../db/settings.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { runChecklist } from './checklist.ts'
import { readChecklistState, storeChecklist } from './checklist-state.ts'
import { findMailRecords, type ResolveTxt } from './mail-records.ts'
import { REPORTED_AT } from '../deliveries/mail/mail-events.ts'

type Dependencies = Omit<Parameters<typeof runChecklist>[0], 'config'> & {
  pool: pg.Pool
  config: Current<'publicUrl' | 'mail' | 'mailFrom' | 'mailGaps' | 'sealed' | 'mustConfirm' | 'backup'>
  resolveTxt?: ResolveTxt | undefined
}

const CHUNKS_JOINED: ResolveTxt = async (name) => (await resolveTxt(name)).map((chunks) => chunks.join(''))

export function checklistRoutes(app: App, { pool, resolveTxt = CHUNKS_JOINED, ...rest }: Dependencies) {
  const { config } = rest

  route(app, ROUTES.checklist, async () => {
    if ((await readChecklistState(pool)) === 'closed') return { is_closed: true, points: [] }
    const points = await runChecklist({ pool, ...rest })
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

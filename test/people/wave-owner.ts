import { expect } from 'vitest'
import type { WaveDetail, WavePreview } from '#shared/list/waves.ts'
import { actingOwner } from './acting-owner.ts'
import { DAYS_PASS } from '../days-pass.ts'
import type { ReceivedMail } from '../services/read-mail.ts'
import type { TestApp } from '../test-app.ts'

const ALL = { range: 'all' } as const

type WaveOptions = { count: number; filters?: object; ids?: string[]; [field: string]: unknown }

/** An owner who invites people in waves. */
export async function waveOwner(app: TestApp) {
  const owner = await actingOwner(app)
  const bodyOf = ({ count, filters = ALL, ids, ...options }: WaveOptions) => ({
    kind: 'wave',
    select: { filters, count, ids },
    subject: 'Your chair is ready',
    text: 'It is your turn.',
    ...options,
  })
  return {
    ...owner,
    bodyOf,
    /** Makes a wave and waits until its act is over. */
    wave: (options: WaveOptions) => owner.act(bodyOf(options)),
    readWave: (id: string, query = '') => owner.read<WaveDetail>(`/api/admin/waves/${id}${query}`),
    preview: async (
      select: { count: number; filters?: object; ids?: string[] },
      options: object = {},
    ): Promise<WavePreview> => {
      const answer = await owner.post('/api/admin/waves/preview', { select: { filters: ALL, ...select }, ...options })
      expect([answer.statusCode, answer.json().error]).toEqual([200, undefined])
      return answer.json()
    },
  }
}

/** The token in the link of an invitation's mail. */
export function invitationToken({ text }: Pick<ReceivedMail, 'text'>): string {
  return /\/invitation#([\w-]+)/.exec(text)![1]!
}

/** Calls a route of an invitation with its token. */
export async function callInvitation({ app }: TestApp, token: string, act: 'read' | 'accept' = 'read') {
  const [method, url] =
    act === 'read' ? (['GET', '/api/invitation'] as const) : (['POST', '/api/invitation/accept'] as const)
  const answer = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.statusCode, body: answer.json() }
}

/** Redeems a token, as the product does to learn who came with it. */
export async function redeem({ app }: TestApp, token: string, secret: string) {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await app.inject({ method: 'POST', url: '/api/invitation-redemptions', headers, payload: { token } })
  return { status: answer.statusCode, body: answer.json() }
}

/** Moves all times of invitations this many days back. */
export async function daysPass(app: TestApp, days: number): Promise<void> {
  await app.rows(DAYS_PASS, days)
}

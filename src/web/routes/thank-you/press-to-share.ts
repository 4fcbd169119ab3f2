import type { MouseEvent } from 'react'
import { site } from '#shared/site/site.ts'
import { track } from '../../analytics/track.ts'
import type { Shared } from '../../loading/handed.ts'
import { notify } from '../../ui/notify.ts'
import { share } from './share.ts'

export function pressToShare({ currentTarget }: MouseEvent<HTMLElement>) {
  void tellShared(share(currentTarget))
}

export async function tellShared(sharing: Promise<Shared | null>) {
  const shared = await sharing
  const { copied, copyByHand } = site().thankYou
  if (shared?.notice) void notify('copy', shared.notice === 'copied' ? { title: copied, timeout: 2000 } : copyByHand)
  if (shared?.method) track({ name: 'share', method: shared.method, content_type: 'referral_link' })
}

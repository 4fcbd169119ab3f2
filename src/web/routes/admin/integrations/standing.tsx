import { type ChannelState, ERASING_CHANNELS, type Integration, isSynced } from '#shared/owner/integrations.ts'
import { grouped } from '../../../ui/grouped.ts'

type Count = Exclude<keyof ChannelState, 'channel' | 'is_used'>

export function sumOf({ channels }: Integration, count: Count): number {
  return channels.reduce((sum, channel) => sum + channel[count], 0)
}

export function keptErasures({ channels }: Integration): number {
  const erasing: string[] = ERASING_CHANNELS
  return channels.reduce((sum, { channel, kept }) => sum + (erasing.includes(channel) ? kept : 0), 0)
}

export type Tone = 'off' | 'well' | 'trouble'

const TONES: Record<Tone, string> = {
  off: 'text-muted',
  well: '[&>i]:border-[var(--gain)] [&>i]:bg-[var(--gain)]',
  trouble: 'text-danger [&>i]:bg-current',
}

export function Standing({ tone, words }: ReturnType<typeof standingOf>) {
  return (
    <p className={`flex min-h-11 items-center gap-2 text-small font-medium ${TONES[tone]}`}>
      <i aria-hidden="true" className="size-2.5 flex-none rounded-full border-[1.5px] border-current" />
      {words}
    </p>
  )
}

export function standingOf(integration: Integration): { tone: Tone; words: string } {
  const { is_set_up, gaps, problems, paused_until, is_catching_up } = integration
  if (gaps.length > 0) return { tone: 'trouble', words: 'Incomplete' }
  if (!is_set_up) return { tone: 'off', words: 'Not connected' }
  if (paused_until) return { tone: 'trouble', words: 'Paused' }
  if (problems.length > 0) return { tone: 'trouble', words: 'Problem' }
  const failed = sumOf(integration, 'failed')
  if (failed > 0) return { tone: 'trouble', words: `${grouped(failed)} failed` }
  if (is_catching_up) return { tone: 'well', words: 'Sending queued' }
  if (sumOf(integration, 'waiting') > 0) return { tone: 'well', words: 'Sending' }
  if (isSynced(integration.service) && !integration.channels.some((one) => one.is_used))
    return { tone: 'off', words: 'Ready to sync' }
  const kept = sumOf(integration, 'kept')
  if (kept > 0) return { tone: 'off', words: `${grouped(kept)} queued` }
  return { tone: 'well', words: sumOf(integration, 'dismissed') > 0 ? 'Nothing left to send' : 'Up to date' }
}

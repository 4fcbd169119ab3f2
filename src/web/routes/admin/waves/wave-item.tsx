import type { Wave } from '#shared/list/waves.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useNamedTime } from '../../../ui/owner-time.ts'
import { CallBack } from './call-back.tsx'
import { paceWords, people, waveWords } from '../filters/wave-words.ts'
import { WaveSums } from './wave-sums.tsx'
import { Button } from '../../../ui/button.tsx'

/** One wave of the list: its people and its outcome. */
export function WaveItem({ wave, onShow }: { wave: Wave; onShow: () => void }) {
  const { subject, created_at } = wave
  const now = useNow()
  const title = waveWords(wave)
  return (
    <li className="act wave">
      <div className="min-w-0">
        <h3 className="act-title">{title}</h3>
        <p className="wrap-anywhere">“{subject}”</p>
        <p className="text-small text-muted">
          <Moment date={created_at} />
          <WaveTiming wave={wave} now={now} />
        </p>
        <WaveSums wave={wave} />
      </div>
      <div className="act-buttons">
        <Button kind="bare" aria-label={`See the people: ${title}`} onClick={onShow}>
          See the people
        </Button>
        <CallBack wave={wave} />
      </div>
    </li>
  )
}

/** The time and the pace at which a wave's mails are sent, and whether free seats go to the next people. */
export function WaveTiming({ wave, now }: { wave: Wave; now: number }) {
  const { ready_at, sends_at, per_hour, fills, vacant, missed } = wave
  const begins = useNamedTime(sends_at, 'medium')
  const pace = paceWords(per_hour)
  const parts = [
    ready_at === null ? 'inviting, see Activity' : Date.parse(sends_at) > now && `mails leave from ${begins}`,
    pace && `${pace} at most`,
    missed > 0 && `${people(missed)} could no longer be invited, see Activity`,
    fills && (vacant > 0 ? 'free spots wait for the next in line' : 'refills unclaimed spots'),
  ]
  return <span>{parts.flatMap((part) => (part ? ` · ${part}` : [])).join('')}</span>
}

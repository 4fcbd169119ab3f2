import type { DayWave } from '#shared/list/launch-day.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useNow } from '../../../ui/use-now.ts'
import { Panel } from '../../../ui/panel.tsx'
import { paceWords, waveWords } from '../filters/wave-words.ts'
import { useNamedTime } from '../../../ui/owner-time.ts'
import { Moment } from '../../../ui/moment.tsx'
import { StageBar } from './stage-bar.tsx'
import { invitedOf } from './words.ts'

/** The waves that still have mails to send, and then the newest sent waves. */
export function DayWaves({ waves, onShow }: { waves: DayWave[]; onShow: (id: string) => void }) {
  const going = waves.filter(isGoing)
  const gone = waves.filter((wave) => !isGoing(wave))
  return (
    <>
      {going.length > 0 && <WaveList title="Sending" waves={going} onShow={onShow} />}
      {gone.length > 0 && <WaveList title="Sent" waves={gone} onShow={onShow} />}
    </>
  )
}

function isGoing({ ready_at, waiting }: DayWave): boolean {
  return ready_at === null || waiting > 0
}

type WaveListProps = { title: string; waves: DayWave[]; onShow: (id: string) => void }

function WaveList({ title, waves, onShow }: WaveListProps) {
  return (
    <Panel title={title} className="day-waves">
      <ul>
        {waves.map((wave) => (
          <li key={wave.id}>
            <button type="button" onClick={() => onShow(wave.id)} className="person wrap-anywhere">
              {waveWords(wave)}
            </button>
            {isGoing(wave) && (
              <p className="text-small">
                <Progress wave={wave} />
              </p>
            )}
            <StageBar stages={wave} />
            <p className="text-small text-muted">{stageWords(wave)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The number of sent mails of a wave, and the earliest time at which the last one is sent. */
function Progress({ wave }: { wave: DayWave }) {
  const { ready_at, sends_at, per_hour, waiting, paced_until } = wave
  const now = useNow()
  const begins = useNamedTime(sends_at, 'medium')
  if (ready_at === null) return <>Inviting people. Emails go out next.</>
  const pace = paceWords(per_hour)
  const all = invitedOf(wave)
  return (
    <>
      {Date.parse(sends_at) > now ? <>Begins at {begins}</> : `${grouped(all - waiting)} of ${grouped(all)} mails`}
      {pace ? `, ${pace} at most` : ', as fast as your mail server allows'}
      {paced_until && (
        <>
          , done at <Moment date={paced_until} as="at" /> at the earliest
        </>
      )}
      .
    </>
  )
}

function stageWords({ accepted, opened, sent, waiting, ended, vacant, called_back, dropped }: DayWave): string {
  const parts: [number, string][] = [
    [accepted, 'accepted'],
    [opened, 'opened'],
    [sent, 'sent'],
    [waiting, 'waiting'],
    [ended, 'ended'],
    [called_back, 'called back'],
    [dropped, 'left out'],
    [vacant, vacant === 1 ? 'free seat' : 'free seats'],
  ]
  const words = parts.filter(([people], index) => people > 0 || index === 0)
  return words.map(([people, what]) => `${grouped(people)} ${what}`).join(' · ')
}

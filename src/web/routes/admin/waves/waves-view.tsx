import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SectionHead, ShowMore } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/use-view.ts'
import { LaunchDayView } from '../launch-day/launch-day-view.tsx'
import { May, useMay } from '../session/use-account.tsx'
import { ViewLink } from '../view/view-link.tsx'
import { ConversionTables } from './conversion-tables.tsx'
import { Gaps } from '../ui/gaps.tsx'
import { conversionQuery, wavesQuery } from './queries.ts'
import { WaveItem } from './wave-item.tsx'
import { WaveMaker } from './wave-maker.tsx'
import { WavePage } from './wave-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'

const NEW = 'new'
const DAY = 'day'

export function WavesView(props: SectionProps) {
  const { view, onChange, onOpen } = props
  const log = useInfiniteQuery(wavesQuery)
  const waves = log.data?.pages.flatMap((page) => page.waves)
  const mayInvite = useMay('manager')
  const close = () => onChange({ wave: null })
  if (view.wave === NEW && mayInvite)
    return <WaveMaker view={view} page={log.data?.pages[0]} onChange={onChange} onOpen={onOpen} onClose={close} />
  if (view.wave === DAY) return <LaunchDayView view={view} onChange={onChange} onOpen={onOpen} />
  if (view.wave !== null && view.wave !== NEW)
    return <WavePage key={view.wave} id={view.wave} onOpen={onOpen} onClose={close} />
  return (
    <section aria-labelledby="waves" className="section-page">
      <Heading view={view} hasWaves={waves !== undefined && waves.length > 0} onChange={onChange} />
      <Gaps gaps={log.data?.pages[0]?.gaps ?? []} view={view} onChange={onChange} />
      <QueryState
        of={log}
        isEmpty={({ pages }) => pages[0]!.waves.length === 0}
        empty="Nobody has been invited yet. A wave invites the next people in line with an email of yours, now or at a time you choose. After your first wave, Launch day appears here."
      >
        {() => (
          <ol className="acts panel">
            {waves!.map((wave) => (
              <WaveItem key={wave.id} wave={wave} onShow={() => onChange({ wave: wave.id })} />
            ))}
          </ol>
        )}
      </QueryState>
      <ShowMore of={log} className="justify-self-center" />
      {waves?.some(({ sent }) => sent > 0) && <AllConversion />}
    </section>
  )
}

/** Offered once there is a wave, even one that begins later. */
function Heading({ view, hasWaves, onChange }: Pick<SectionProps, 'view' | 'onChange'> & { hasWaves: boolean }) {
  return (
    <SectionHead id="waves" title="Invites" lead="Let people in, in launch order, and see how many accept.">
      <div className="wave-send">
        <May needs="manager">
          <ViewLink view={view} to={{ view: 'settings/rules' }} onChange={onChange}>
            Referral rule
          </ViewLink>
        </May>
        {hasWaves && <Button onClick={() => onChange({ wave: DAY })}>Launch day</Button>}
        <May needs="manager">
          <Button kind="primary" onClick={() => onChange({ wave: NEW })}>
            New wave
          </Button>
        </May>
      </div>
    </SectionHead>
  )
}

function AllConversion() {
  const { data } = useQuery(conversionQuery)
  return data ? <ConversionTables title="Conversion of all waves" conversion={data} /> : null
}

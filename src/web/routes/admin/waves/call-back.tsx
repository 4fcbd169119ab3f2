import { ROUTES } from '#shared/routes.ts'
import type { Wave } from '#shared/list/waves.ts'
import { call } from '../../../calls/call.ts'
import { useAct } from '../acts/use-act.ts'
import { people, waveWords } from '../filters/wave-words.ts'
import { Confirm } from '../../../ui/confirm.tsx'

/** A button that calls back the unsent mails of a wave, and stops filling its free seats. */
export function CallBack({ wave }: { wave: Wave }) {
  const acting = useAct()
  const { id, waiting, sent, fills } = wave
  if (waiting === 0 && !fills) return null
  const label = waiting > 0 ? 'Call back' : 'Stop filling'

  return (
    <Confirm
      label={label}
      about={waveWords(wave)}
      disabled={acting.isActing}
      title={waiting > 0 ? `Call back ${people(waiting)}?` : 'Stop filling seats?'}
      consequence={
        <>
          {waiting > 0 && 'Their mails have not left. They go back to their place in line. '}
          {sent > 0 && 'Mails that have left stay as they are. '}
          {fills && 'Seats that are not taken stay empty. '}
          You can undo this in Activity.
        </>
      }
      onConfirm={() => void acting.act(() => call(ROUTES.createAct, { kind: 'call-back', select: { wave: id } }))}
    />
  )
}

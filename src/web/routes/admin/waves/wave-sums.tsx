import type { Wave } from '#shared/list/waves.ts'
import { grouped } from '../../../ui/grouped.ts'
import { share } from '../filters/wave-words.ts'

/** The outcome of a wave: its figures, and the progress while mails are being sent. */
export function WaveSums({ wave }: { wave: Wave }) {
  const { invited, waiting, sent, opened, accepted, ended, called_back, dropped } = wave
  const parts = [
    { label: 'Waiting', value: waiting, of: null },
    { label: 'Sent', value: sent, of: null },
    { label: 'Opened', value: opened, of: sent },
    { label: 'Accepted', value: accepted, of: sent },
    { label: 'Ended', value: ended, of: sent },
    { label: 'Called back', value: called_back, of: null },
    { label: 'Left out', value: dropped, of: null },
  ].filter(({ label, value }) => value > 0 || ['Sent', 'Opened', 'Accepted', 'Ended'].includes(label))
  return (
    <>
      {waiting > 0 && (
        <p className="sync-progress">
          <progress
            className="export-progress"
            aria-label="Mails that have left"
            max={invited || 1}
            value={invited - waiting}
          />
          {grouped(invited - waiting)} of {grouped(invited)} mails
        </p>
      )}
      <dl className="wave-sums">
        {parts.map(({ label, value, of }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {grouped(value)}
              {of !== null && value > 0 && <span className="wave-share">{share(value, of)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

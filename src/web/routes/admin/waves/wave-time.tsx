import type { ActParams } from '#shared/acts.ts'

/** When the mails leave. `at`: a local date and time, empty until it is chosen; null: at once. `pace`: mails in a `unit`; empty without one. */
export type Timing = { at: string | null; pace: string; unit: 'minute' | 'hour'; fills: boolean }

export const NOW: Timing = { at: null, pace: '', unit: 'hour', fills: false }

export function toTiming({ at, pace, unit }: Timing): Pick<ActParams<'wave'>, 'sends_at' | 'per_hour'> {
  const mails = Math.floor(Number(pace))
  return {
    sends_at: at && new Date(at).toISOString(),
    per_hour: mails >= 1 ? Math.min(100_000, mails * (unit === 'minute' ? 60 : 1)) : null,
  }
}

type WaveTimeProps = { timing: Timing; hasSearch: boolean; onChange: (timing: Timing) => void }

/** Now or later, at which pace, and whether seats that are not taken go on. */
export function WaveTime({ timing, hasSearch, onChange }: WaveTimeProps) {
  const { at, pace, unit, fills } = timing
  return (
    <section aria-labelledby="wave-time" className="panel">
      <h3 id="wave-time" className="panel-title">
        When
      </h3>
      <div className="wave-time">
        <fieldset aria-label="When the mails leave" className="segments">
          <button
            type="button"
            aria-pressed={at === null}
            onClick={() => onChange({ ...timing, at: null })}
            className="segment"
          >
            Now
          </button>
          <button
            type="button"
            aria-pressed={at !== null}
            onClick={() => onChange({ ...timing, at: at ?? '' })}
            className="segment"
          >
            Later
          </button>
        </fieldset>
        {at !== null && (
          <div>
            <label htmlFor="wave-at" className="filter-label">
              From, in the time of this browser
            </label>
            <input
              id="wave-at"
              type="datetime-local"
              value={at}
              aria-invalid={at === '' || undefined}
              onChange={({ target }) => onChange({ ...timing, at: target.value })}
              className="filter-field"
            />
          </div>
        )}
        <div>
          <label htmlFor="wave-pace" className="filter-label">
            At most so many mails
          </label>
          <div className="wave-pace">
            <input
              id="wave-pace"
              type="number"
              inputMode="numeric"
              min={1}
              placeholder="No limit"
              value={pace}
              onChange={({ target }) => onChange({ ...timing, pace: target.value })}
              className="filter-field"
            />
            <fieldset aria-label="In a minute or an hour" className="segments">
              {(['minute', 'hour'] as const).map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={unit === one}
                  onClick={() => onChange({ ...timing, unit: one })}
                  className="segment"
                >
                  {one === 'minute' ? 'a minute' : 'an hour'}
                </button>
              ))}
            </fieldset>
          </div>
        </div>
        <label className="wave-check">
          <input
            type="checkbox"
            checked={fills && !hasSearch}
            disabled={hasSearch}
            onChange={({ target }) => onChange({ ...timing, fills: target.checked })}
          />
          <span>
            A seat that is not taken goes to the next in line
            {hasSearch && (
              <span className="block text-small text-muted">Not with a search, whose words are not kept.</span>
            )}
          </span>
        </label>
      </div>
    </section>
  )
}

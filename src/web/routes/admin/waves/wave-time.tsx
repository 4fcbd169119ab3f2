import type { ActParams } from '#shared/list/act-requests.ts'
import { instantOf } from '#shared/values/days.ts'
import { LONGEST_AHEAD_DAYS, MOST_PER_HOUR, timeProblem } from '#shared/list/waves.ts'
import { namedTime, nameOfZone, useOwnerZone } from '../../../ui/time.tsx'
import { Check, Segments } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/form.tsx'

/** `at`: date and time in the owner's zone; '' until chosen, null for now. `pace`: mails per `unit`, '' for no limit. */
export type Timing = { at: string | null; pace: string; unit: 'minute' | 'hour'; fills: boolean }

export const NOW: Timing = { at: null, pace: '', unit: 'hour', fills: false }

export function toTiming(
  { at, pace, unit }: Timing,
  timeZone: string,
): Pick<ActParams<'wave'>, 'sends_at' | 'per_hour'> {
  const mails = Math.floor(Number(pace))
  return {
    sends_at: at && toInstant(at, timeZone),
    per_hour: mails >= 1 ? Math.min(MOST_PER_HOUR, mails * (unit === 'minute' ? 60 : 1)) : null,
  }
}

/** `at`: the value of a `datetime-local` field, such as '2026-02-03T09:00'. */
export function toInstant(at: string, timeZone: string): string {
  return instantOf(Date.parse(`${at}Z`), timeZone).toISOString()
}

function isTime(at: string): boolean {
  return !Number.isNaN(Date.parse(`${at}Z`))
}

/** Null for none. */
export function problemsOf({ at, pace }: Timing, timeZone: string): { at: string | null; pace: string | null } {
  const time = at && timeProblem(toInstant(at, timeZone))
  return {
    at: at === '' ? 'Choose a date and time.' : time ? TIME_PROBLEMS[time] : null,
    pace: pace !== '' && !(Number(pace) >= 1) ? 'Enter 1 or more, or leave it empty for no limit.' : null,
  }
}

const TIME_PROBLEMS = {
  past: 'This time is in the past.',
  'too far': `At most ${LONGEST_AHEAD_DAYS} days from now.`,
}

export function timingSentence(timing: Timing, timeZone: string): string {
  const { at, pace, unit } = timing
  const limit = pace === '' ? '' : `, at most ${Math.floor(Number(pace))} ${unit === 'minute' ? 'a minute' : 'an hour'}`
  if (!at) return `Their emails go out right away${limit}.`
  return `Their emails go out from ${namedTime(toInstant(at, timeZone), 'full', timeZone)}${limit}. They leave the line now.`
}

type WaveTimeProps = { timing: Timing; hasSearch: boolean; onChange: (timing: Timing) => void }

export function WaveTime({ timing, hasSearch, onChange }: WaveTimeProps) {
  const { at, fills } = timing
  const timeZone = useOwnerZone()
  const part = { timing, timeZone, problems: problemsOf(timing, timeZone), onChange }
  return (
    <section aria-labelledby="wave-time" className="panel">
      <h3 id="wave-time" className="panel-title">
        When
      </h3>
      <div className="wave-time">
        <Segments
          label="When to send"
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
          value={at === null ? 'now' : 'later'}
          onChange={(when) => ((at) => onChange({ ...timing, at }))(when === 'now' ? null : (at ?? ''))}
        />
        {at !== null && <Start {...part} />}
        <Pace {...part} />
        <Check
          label={
            <>
              Refill unclaimed spots
              {hasSearch && (
                <span className="block text-small text-muted">Not available when you picked people by search.</span>
              )}
            </>
          }
          checked={fills && !hasSearch}
          disabled={hasSearch}
          onChange={(fills) => onChange({ ...timing, fills })}
        />
      </div>
    </section>
  )
}

type PartProps = Omit<WaveTimeProps, 'hasSearch'> & { timeZone: string; problems: ReturnType<typeof problemsOf> }

function Start({ timing, timeZone, problems, onChange }: PartProps) {
  const at = timing.at ?? ''
  return (
    <Field
      label={`Start sending (${nameOfZone(timeZone)})`}
      type="datetime-local"
      // Without `max`, browsers accept years with six digits.
      max="9999-12-31T23:59"
      value={at}
      problem={problems.at}
      hint={at !== '' && namedTime(toInstant(at, timeZone), 'full', timeZone)}
      onValueChange={(typed) => onChange({ ...timing, at: isTime(typed) ? typed : '' })}
    />
  )
}

function Pace({ timing, problems, onChange }: PartProps) {
  const { pace, unit } = timing
  return (
    <Field
      label="Send no more than"
      type="number"
      inputMode="numeric"
      min={1}
      placeholder="No limit"
      value={pace}
      problem={problems.pace}
      onValueChange={(pace) => onChange({ ...timing, pace })}
    >
      <Segments
        label="Per minute or hour"
        options={[
          { value: 'minute', label: 'a minute' },
          { value: 'hour', label: 'an hour' },
        ]}
        value={unit}
        onChange={(unit) => onChange({ ...timing, unit })}
      />
    </Field>
  )
}

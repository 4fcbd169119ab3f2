import { several } from '../ui/words.ts'
import { useState } from 'react'
import { type ListState, LIST_STATES, readPlan, stateAt, writePlan } from '#shared/owner/list-state.ts'
import { timeProblem } from '#shared/list/waves.ts'
import { Field, type FrameProps } from '../../../ui/form.tsx'
import { namedTime, nameOfZone, useOwnerZone } from '../../../ui/time.tsx'
import { Segments } from '../../../ui/choices.tsx'
import { toInstant } from '../waves/wave-time.tsx'
import type { FieldName } from '#shared/owner/setting-fields.ts'
import type { Editing } from './use-settings.ts'

type ListSwitchProps = FrameProps & { name: FieldName; editing: Editing }

const WORDS: Record<ListState, { label: string; means: string }> = {
  open: { label: 'Open', means: 'Anyone can join.' },
  paused: { label: 'Paused', means: 'New people can leave an email. They get one email when you open again.' },
  closed: { label: 'Closed', means: 'Your words stand in place of the form.' },
}

/** Opens, pauses and closes the list, now or at a time. */
export function ListSwitch({ name, editing, label, aside, hint, problem }: ListSwitchProps) {
  const timeZone = useOwnerZone()
  const { value, origin } = editing.settingOf(name)
  const saved = readPlan(value ?? '') ?? { state: 'open', next: null }
  const [today] = useState(() => new Date())
  const now = stateAt(saved, today)
  const coming = saved.next && saved.next.at > today ? saved.next : null
  const [wanted, setWanted] = useState<ListState>(coming?.state ?? now)
  const [at, setAt] = useState<string | null>(null)

  function choose(state: ListState, when: string | null) {
    setWanted(state)
    setAt(when)
    if (when === '' || origin === 'environment') return editing.change(name, undefined)
    const next = when === null ? null : { state, at: new Date(toInstant(when, timeZone)) }
    const text = writePlan(next ? { state: now, next } : { state, next: null })
    editing.change(name, text === value ? undefined : text)
  }

  const waiting = editing.view.to_be_told
  return (
    <section aria-label={String(label)} className="grid justify-items-start gap-2">
      <div className="flex w-full flex-wrap items-center justify-between gap-x-4">
        <span className="font-medium text-control">{label}</span>
        <span className="text-small">{aside}</span>
      </div>
      <Segments
        label={String(label)}
        options={LIST_STATES.map((state) => ({ value: state, label: WORDS[state].label }))}
        value={wanted}
        onChange={(state) => choose(state, at)}
      />
      <p className="text-small text-muted">
        {WORDS[wanted].means} {waiting > 0 && `${several(waiting, 'person has', 'people have')} asked to be told.`}
      </p>
      {wanted !== now && (
        <Segments
          label="When"
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a time' },
          ]}
          value={at === null && !(coming && editing.draft[name] === undefined) ? 'now' : 'later'}
          onChange={(when) => choose(wanted, when === 'now' ? null : '')}
        />
      )}
      {wanted !== now && at !== null && (
        <Field
          label={`${WORDS[wanted].label} from (${nameOfZone(timeZone)})`}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={at}
          problem={at && timeProblem(toInstant(at, timeZone)) ? 'Choose a time in the next 90 days.' : null}
          onValueChange={(typed) => choose(wanted, typed)}
        />
      )}
      {coming && editing.draft[name] === undefined && (
        <p className="text-small">
          {`Now ${WORDS[now].label.toLowerCase()}. ${WORDS[coming.state].label} from ${namedTime(coming.at.toISOString(), 'medium', timeZone)}.`}
        </p>
      )}
      <p className="text-small text-muted">{hint}</p>
      {problem && (
        <p role="alert" className="text-small font-medium text-danger">
          {problem}
        </p>
      )}
    </section>
  )
}

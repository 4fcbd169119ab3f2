import { type ReactNode, useId } from 'react'
import { type FieldName, fieldOf, isSecret } from '#shared/owner/setting-fields.ts'
import type { Editing } from './use-settings.ts'

export type FieldProps = { name: FieldName; editing: Editing }

type FrameProps = FieldProps & {
  /** The attributes of the field: its id, and the ids of its hint and its problem. */
  children: (ids: { id: string; 'aria-describedby': string }) => ReactNode
}

const TAKEN_AWAY = { secret: 'It is removed when you save.', other: 'It gets its default when you save.' }

/** The frame of every field: its label, its buttons, its hint and its problem. */
export function FieldFrame({ name, editing, children }: FrameProps) {
  const id = useId()
  const { draft, settingOf, problemOf, meanwhileOf, change } = editing
  const { label, hint } = fieldOf(name)
  const { origin } = settingOf(name)
  const problem = problemOf(name)
  const isChanged = name in draft
  return (
    <div className="setting" data-changed={isChanged || undefined} data-invalid={problem !== null || undefined}>
      <div className="setting-head">
        <label htmlFor={id}>{label}</label>
        {origin === 'environment' && <span className="setting-origin">Set in the environment: {name}</span>}
        {origin === 'dashboard' && !isChanged && (
          <button type="button" className="text-button" onClick={() => change(name, null)}>
            {isSecret(name) ? 'Remove' : 'Reset'}
            <span className="sr-only">: {label}</span>
          </button>
        )}
        {isChanged && (
          <button type="button" className="text-button" onClick={() => change(name, undefined)}>
            {draft[name] === null ? 'Keep it' : 'Undo'}
            <span className="sr-only">: {label}</span>
          </button>
        )}
      </div>
      {children({ id, 'aria-describedby': `${id}-hint ${id}-problem` })}
      <p id={`${id}-hint`} className="setting-hint">
        {isChanged && draft[name] === null ? TAKEN_AWAY[isSecret(name) ? 'secret' : 'other'] : hint}
      </p>
      <p id={`${id}-problem`} className="setting-problem" role="alert">
        {problem ?? meanwhileOf(name)}
      </p>
    </div>
  )
}

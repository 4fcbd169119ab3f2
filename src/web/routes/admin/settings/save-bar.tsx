import { type FormEvent, useId, useState } from 'react'
import { buttonStyle } from '../../../ui/button.ts'
import type { Saving } from './use-settings.ts'

/** What waits to be saved, and the password where a change needs it. It is there once something is changed. */
export function SaveBar({ count, saving }: { count: number; saving: Saving }) {
  const id = useId()
  const [password, setPassword] = useState('')
  const { isSaving, asksPassword, message, others, canSkipCheck, save, discard } = saving
  if (count === 0) return null

  async function submit(event: FormEvent) {
    event.preventDefault()
    await save(asksPassword ? { password } : {})
    setPassword('')
  }

  return (
    <form noValidate onSubmit={submit} className="save-bar">
      <output className="save-bar-words">
        <strong>{count === 1 ? '1 change' : `${count} changes`} not saved yet</strong>
        {[message, ...others].map((text) => text && <span key={text}>{text}</span>)}
      </output>
      {asksPassword && (
        <div className="save-bar-password">
          <label htmlFor={id} className="filter-label">
            Your password
          </label>
          <input
            id={id}
            type="password"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the press on Save
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            className="filter-field"
          />
        </div>
      )}
      <div className="save-bar-buttons">
        {canSkipCheck && (
          <button
            type="button"
            onClick={() => save({ unchecked: true })}
            className={buttonStyle('quiet', 'tool-button')}
          >
            Save it all the same
          </button>
        )}
        <button type="submit" aria-disabled={isSaving} className={buttonStyle('primary', 'tool-button')}>
          {isSaving ? 'Saving...' : 'Save'}
        </button>
        <button type="button" onClick={discard} className={buttonStyle('quiet', 'tool-button')}>
          Discard
        </button>
      </div>
    </form>
  )
}

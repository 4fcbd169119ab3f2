import { buttonStyle } from '../../../ui/button.ts'
import type { Saving } from './use-settings.ts'

/** The number of unsaved changes, and the buttons that save or discard them. It appears once something is changed. */
export function SaveBar({ count, saving }: { count: number; saving: Saving }) {
  const { isSaving, message, others, canSkipCheck, save, discard } = saving
  if (count === 0) return null

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="save-bar"
    >
      <output className="save-bar-words">
        <strong>{count === 1 ? '1 change' : `${count} changes`} not saved yet</strong>
        {[message, ...others].map((text) => text && <span key={text}>{text}</span>)}
      </output>
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

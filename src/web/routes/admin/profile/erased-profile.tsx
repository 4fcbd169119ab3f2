import { useId } from 'react'

type ErasedProfileProps = {
  wasShown: boolean
  note: string
}

/** Shows a note that was being typed, so that it can be copied. */
export function ErasedProfile({ wasShown, note }: ErasedProfileProps) {
  const id = useId()
  return (
    <>
      <output className="erased-profile">
        {wasShown ? 'This person was erased a moment ago.' : 'This person was deleted.'} Only their number in the line
        is left.
      </output>
      {note.trim() !== '' && (
        <div className="act-form">
          <label htmlFor={id} className="filter-label">
            Your note was not saved
          </label>
          <textarea id={id} rows={3} readOnly value={note} className="filter-field py-2" />
        </div>
      )}
    </>
  )
}

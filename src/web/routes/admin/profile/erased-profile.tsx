import { useId } from 'react'

type ErasedProfileProps = {
  /** Whether the profile was open when the person was erased. */
  wasShown: boolean
  /** A note that was being typed. */
  note: string
}

/** Replaces the profile of an erased person. Shows a note that the owner was typing, so that they can copy it. */
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

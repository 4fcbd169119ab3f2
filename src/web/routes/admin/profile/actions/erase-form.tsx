import { warningOf } from '#shared/list/act-words.ts'
import { makeAct } from '../../../../api/admin/acts.ts'
import { buttonStyle } from '../../../../ui/button.ts'
import { Email } from '../../ui/email.tsx'
import { type ActFormProps, focus } from './note-form.tsx'

/** Asks once more, because an erasure cannot be undone. */
export function EraseForm({
  email,
  select,
  acting,
  onDone,
  onErased,
}: ActFormProps & { email: string; onErased: () => void }) {
  return (
    <section aria-label="Erase this person" className="act-form erase-form">
      <p ref={focus} tabIndex={-1}>
        Erase{' '}
        <strong>
          <Email email={email} />
        </strong>
        ? {warningOf('erase')}
      </p>
      <div className="act-form-foot">
        <button type="button" onClick={onDone} className={buttonStyle('quiet', 'tool-button')}>
          Keep them
        </button>
        <button
          type="button"
          disabled={acting.isActing}
          onClick={() => void acting.act(() => makeAct({ kind: 'erase', select }), onErased)}
          className={buttonStyle('primary', 'tool-button erase-button')}
        >
          Erase for good
        </button>
      </div>
    </section>
  )
}

import { ROUTES } from '#shared/routes.ts'
import { warningOf } from '#shared/list/act-words.ts'
import { call } from '../../../../calls/call.ts'
import { Email } from '../../../../ui/email.tsx'
import { type ActFormProps, focus } from './note-form.tsx'
import { Button } from '../../../../ui/button.tsx'

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
        <Button onClick={onDone}>Keep them</Button>
        <Button
          kind="danger"
          busy={acting.isActing}
          onClick={() => void acting.act(() => call(ROUTES.createAct, { kind: 'erase', select }), onErased)}
        >
          Erase for good
        </Button>
      </div>
    </section>
  )
}

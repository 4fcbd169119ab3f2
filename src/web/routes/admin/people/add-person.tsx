import { useState } from 'react'
import type { ImportReport } from '#shared/list/imports.ts'
import { ROUTES } from '#shared/routes.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { refusal } from '../../../calls/call-error.ts'
import { call } from '../../../calls/call.ts'
import { useWork } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'

type Person = { email: string; full_name: string }

/** An import of one line, so it is in Activity and can be undone. */
export function AddPerson() {
  const [isOpen, setOpen] = useState(false)
  const action = useWork(addPerson, {
    done: ({ email }) => `${email} is on the list`,
    refresh: ['entries', 'summary', 'overview', 'acts', 'count'],
  })
  return (
    <Dialog
      size="narrow"
      title="Add a person"
      description="They join at the end of the line and get no email until you invite them."
      trigger={
        <Button kind="bare">
          <span>
            Add<span className="max-tablet:sr-only"> a person</span>
          </span>
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <Form action={action} onSaved={() => setOpen(false)}>
        <Field
          label="Email"
          name="email"
          type="email"
          maxLength={MAX_LENGTH.email}
          autoComplete="off"
          required
          asksMeant
        />
        <Field label="Name" name="full_name" maxLength={MAX_LENGTH.name} autoComplete="off" />
        <Button kind="primary" type="submit" className="justify-self-start">
          Add person
        </Button>
      </Form>
    </Dialog>
  )
}

async function addPerson({ email, full_name }: Person): Promise<Person> {
  const cells = [email, full_name].map((cell) => `"${cell.replaceAll('"', '""')}"`)
  const file = new Blob([`email,full_name\r\n${cells.join(',')}\r\n`], { type: 'text/csv' })
  const query = { columns: JSON.stringify(['email', 'full_name']), header: 'yes', separator: ',' } as const
  const report = (await call(ROUTES.importPeople, { ...query, dry_run: 'yes' }, { file })) as ImportReport
  if (report.refused.first[0]) throw refusal('Enter a full email address.')
  if (report.fresh === 0) throw refusal('This person is on the list already.')
  await call(ROUTES.importPeople, query, { file })
  return { email, full_name }
}

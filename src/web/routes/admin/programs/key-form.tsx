import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { LONGEST_KEY_NAME, SCOPES, type Scope } from '#shared/programs/keys.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Checks } from '../../../ui/switch.tsx'
import { ShownOnce } from './shown-once.tsx'
import { KEY_DAYS, SCOPE_WORDS } from './words.ts'

const MAY = SCOPES.map((scope) => ({
  value: scope,
  label: `${SCOPE_WORDS[scope].name}: ${SCOPE_WORDS[scope].may}`,
}))

/** Creates a key, which is shown only once. */
export function KeyForm() {
  const [made, setMade] = useState<string | null>(null)
  const action = useAction(ROUTES.createKey, { refresh: ['programs'], onDone: ({ key }) => setMade(key) })
  return (
    <Panel title="Create API key" note={`For your own apps. They call ${location.origin}/api/v1.`}>
      <Form
        action={action}
        toValue={({ name, days, scope }) => ({ name, scopes: scope as Scope[], days: Number(days) || null })}
        onSaved="reset"
      >
        <div className="account-form">
          <Field label="Name" name="name" maxLength={LONGEST_KEY_NAME} autoComplete="off" required />
          <Select
            label="Expires"
            name="days"
            options={KEY_DAYS.map(([days, label]) => ({ value: days === null ? null : String(days), label }))}
          />
        </div>
        <Checks label="Permissions" name="scope" options={MAY} ticked={['read']} />
        <Button kind="primary" className="justify-self-start" type="submit">
          Create key
        </Button>
      </Form>
      {made && <ShownOnce text={made} what="key" />}
    </Panel>
  )
}

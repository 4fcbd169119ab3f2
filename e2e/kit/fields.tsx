import { useState } from 'react'
import { Button } from '../../src/web/ui/button.tsx'
import { type Action, Field, Form } from '../../src/web/ui/form.tsx'
import { Panel } from '../../src/web/ui/panel.tsx'
import { Check, Checks, Segments, Select, Switch } from '../../src/web/ui/choices.tsx'

const ROLES = [
  { value: 'reader', label: 'Reader' },
  { value: 'manager', label: 'Manager' },
  { value: 'owner', label: 'Owner' },
] as const

const SCOPES = [
  { value: 'read', label: 'Read: see people and figures' },
  { value: 'write', label: 'Write: change tags and notes' },
] as const

export function Fields() {
  const [range, setRange] = useState<'7' | '30' | 'all'>('7')
  const [isOn, setOn] = useState(true)
  const { sent, answer, ...action } = useMadeUp()
  return (
    <>
      <Panel title="Fields">
        <div className="kit-columns">
          <Field label="Name" hint="As it is shown to your colleagues." placeholder="Ada" />
          <Field label="Port" unit="connections" inputMode="numeric" defaultValue="587" />
          <Field label="Public address" defaultValue="https://a" problem="This is not a web address." />
          <Field label="Data folder" readOnly defaultValue="/data" aside={<span>Set on the server</span>} />
          <Field label="Disabled" disabled defaultValue="Nothing to change" />
          <Field label="Note" rows={3} hint="For owners only." />
          <Field label="Email" type="email" asksMeant defaultValue="ada@example,com" />
          <Select label="Role" options={ROLES} defaultValue="manager" hint="A manager invites and tags people." />
          <Select label="Industry" options={ROLES} value={'baker' as 'owner'} problem="Nobody is left." />
        </div>
      </Panel>
      <Panel title="Choices">
        <Segments
          label="Range"
          options={[
            { value: '7', label: '7 days' },
            { value: '30', label: '30 days', more: 12 },
            { value: 'all', label: 'All' },
          ]}
          value={range}
          onChange={setRange}
        />
        <div className="kit-columns">
          <Switch label="Confirm by mail" checked={isOn} onChange={setOn} hint="People press a button in a mail." />
          <Switch label="Off and fixed" disabled />
          <Check label="Include the people who have left" defaultChecked />
          <Checks label="Permissions" name="scopes" options={SCOPES} ticked={['read']} hint="It can do nothing else." />
        </div>
      </Panel>
      <Panel title="Form">
        <Form action={action} value={{ list: 'main' }} onSaved="reset" className="grid max-w-md gap-4">
          <Field name="name" label="Name" required />
          <Field name="email" label="Email" type="email" required asksMeant />
          <Select name="role" label="Role" options={ROLES} defaultValue="reader" />
          <Checks label="Scopes" name="scopes" options={SCOPES} ticked={['read']} />
          <Switch label="Send a mail" name="mails" defaultChecked />
          <Button type="submit" kind="primary" busyLabel="Inviting..." className="justify-self-start">
            Invite
          </Button>
        </Form>
        <div className="kit-row">
          {(['accept', 'refuse', 'refuse the email'] as const).map((how) => (
            <Button key={how} kind="bare" onClick={() => answer(how)}>
              {`Server: ${how}`}
            </Button>
          ))}
        </div>
        <output aria-label="Sent">{sent}</output>
      </Panel>
    </>
  )
}

const REFUSALS = {
  accept: null,
  refuse: { message: 'Only owners may invite.', fields: {} },
  'refuse the email': { message: 'This email has an account.', fields: { email: 'This email has an account.' } },
}

function useMadeUp(): Action<object> & { sent: string; answer: (how: keyof typeof REFUSALS) => void } {
  const [problem, setProblem] = useState<Action<object>['problem']>(null)
  const [sent, setSent] = useState('')
  const [finish, setFinish] = useState<((how: keyof typeof REFUSALS) => void) | null>(null)

  async function run(value: object) {
    setSent(JSON.stringify(value))
    setProblem(null)
    const how = await new Promise<keyof typeof REFUSALS>((resolve) => setFinish(() => resolve))
    setFinish(null)
    setProblem(REFUSALS[how])
  }

  return { busy: finish !== null, problem, run, sent, answer: (how) => finish?.(how) }
}

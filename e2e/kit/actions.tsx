import { useState } from 'react'
import { Button, Copy } from '../../src/web/ui/button.tsx'
import { CloseButton, Confirm, Dialog } from '../../src/web/ui/dialog.tsx'
import { Field } from '../../src/web/ui/form.tsx'
import { Panel } from '../../src/web/ui/panel.tsx'
import { Select } from '../../src/web/ui/choices.tsx'
import { SearchIcon } from '../../src/web/ui/tool-icons.tsx'

export function Actions() {
  const [pressed, setPressed] = useState('nothing')
  return (
    <>
      <Panel title="Buttons" note={`Pressed: ${pressed}`}>
        <div className="kit-row">
          {(['primary', 'quiet', 'danger', 'bare'] as const).map((kind) => (
            <Button key={kind} kind={kind} onClick={() => setPressed(kind)}>
              {`Press ${kind}`}
            </Button>
          ))}
          <Button kind="icon" aria-label="Search" onClick={() => setPressed('icon')}>
            <SearchIcon />
          </Button>
        </div>
        <div className="kit-row">
          {(['primary', 'quiet', 'danger', 'bare'] as const).map((kind) => (
            <Button key={kind} kind={kind} disabled>
              {`Disabled ${kind}`}
            </Button>
          ))}
          <Button busy busyLabel="Saving..." kind="primary" onClick={() => setPressed('busy')}>
            Save
          </Button>
          <Button busy onClick={() => setPressed('busy')}>
            Invite
          </Button>
        </div>
        <p>
          A sentence with a{' '}
          <Button kind="text" onClick={() => setPressed('text')}>
            button in it
          </Button>{' '}
          goes on after it.
        </p>
      </Panel>
      <Panel title="Dialogs">
        <div className="kit-row">
          <Dialogs onPress={setPressed} />
          <Copy text="https://waitlist.example/?ref=AB12CD" label="Copy link" />
        </div>
        <div className="grid justify-items-start gap-2">
          <Copy text="fc_12345678_0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefg" label="Copy key" isShown />
        </div>
      </Panel>
    </>
  )
}

function Dialogs({ onPress }: { onPress: (what: string) => void }) {
  return (
    <>
      <Dialog
        title="Waitlist profile of somebody whose name is as long as a line of text can be"
        description="Submitted 3 days ago"
        trigger={<Button>Open dialog</Button>}
        foot={<CloseButton kind="primary">Done</CloseButton>}
      >
        <Field label="Note" rows={4} />
        <p>{'A paragraph that makes the content scroll on a low screen. '.repeat(20)}</p>
      </Dialog>
      <Dialog size="sheet" title="Filters" trigger={<Button>Open sheet</Button>}>
        <Field label="Search" type="search" />
        <Select
          label="Sort"
          options={[
            { value: null, label: 'Newest' },
            { value: 'friends', label: 'Friends' },
          ]}
        />
      </Dialog>
      <Confirm
        label="Revoke"
        about="Laptop"
        title="Revoke the key Laptop?"
        consequence="Programs that use it are refused from now on. You can create another key."
        onConfirm={() => onPress('revoked')}
      />
      <Confirm
        label="Erase"
        kind="danger"
        confirmKind="danger"
        canConfirm={false}
        title="Erase 3 people?"
        consequence="You can’t undo this."
        onConfirm={() => onPress('erased')}
      >
        <Field label="Type the number of people" inputMode="numeric" />
      </Confirm>
    </>
  )
}

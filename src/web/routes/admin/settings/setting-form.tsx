import type { ReactNode } from 'react'
import { type FieldName, isSecret, type SettingPage } from '#shared/owner/setting-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton, Question } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/form.tsx'
import { SettingField } from './setting-field.tsx'
import { fieldsOf, type Settings } from './use-settings.ts'

type SettingFormProps = {
  settings: Settings
  /** Those of a page, if not given by name. */
  of: SettingPage | readonly FieldName[]
  children?: ReactNode
  label?: string
  /** At once if nothing was changed. */
  onSaved?: () => void
  /** Can be sent without a change. */
  isAlways?: boolean
  busy?: boolean
  more?: ReactNode
}

/** All or none. */
export function SettingForm(props: SettingFormProps) {
  const { settings, of, children } = props
  const { editing, saving } = settings
  const names = typeof of === 'string' ? fieldsOf(of) : of
  const { no_secrets } = editing.view
  const isChanged = names.some((name) => name in editing.draft)

  async function save(options?: Parameters<typeof saving.save>[1]) {
    if (!isChanged || (await saving.save(names, options))) props.onSaved?.()
  }

  return (
    <form
      key={saving.generation}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="setting-form grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6"
    >
      {no_secrets && names.some(isSecret) && <p className="settings-note">{no_secrets}</p>}
      {children ?? names.map((name) => <SettingField key={name} name={name} editing={editing} />)}
      <SaveRow {...props} isChanged={isChanged} onSave={save} onDiscard={() => saving.discard(names)} />
    </form>
  )
}

type SaveRowProps = SettingFormProps & {
  isChanged: boolean
  onSave: (options?: { unchecked?: boolean; confirmed?: boolean }) => Promise<void>
  onDiscard: () => void
}

function SaveRow(props: SaveRowProps) {
  const { settings, label = 'Save', isAlways = props.onSaved !== undefined, more, isChanged, onSave, onDiscard } = props
  const { busy, message, others, canSkipCheck, effects, cancel } = settings.saving
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          type="submit"
          busy={busy || props.busy}
          busyLabel={busy ? 'Saving…' : 'Sending…'}
          aria-disabled={!isChanged && !isAlways}
        >
          {label}
        </Button>
        {canSkipCheck && <Button onClick={() => onSave({ unchecked: true })}>Save anyway</Button>}
        {more}
        {isChanged && !props.onSaved && <Button onClick={onDiscard}>Discard</Button>}
      </div>
      {isChanged && [message, ...others].map((text) => text && <Problem key={text}>{text}</Problem>)}
      <Question
        isOpen={effects !== null}
        onOpenChange={(isOpen) => !isOpen && cancel()}
        title="This moves people"
        consequence={`${effects?.join(' ')} You can undo it in Activity.`}
        onSubmit={() => onSave({ confirmed: true })}
        answers={
          <>
            <Button kind="primary" type="submit">
              Save
            </Button>
            <CloseButton>Cancel</CloseButton>
          </>
        }
      />
    </div>
  )
}

import { exportColumns } from '#shared/list/export-columns.ts'
import { ColumnsIcon } from '../../../ui/tool-icons.tsx'
import { Button } from '../../../ui/button.tsx'
import { CloseButton, Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Check } from '../../../ui/switch.tsx'

/** `without`: the columns that are left out. `first`: the number of people, as typed; blank for everybody. */
export type ExportChoice = { without: readonly string[]; first: string }

export const WHOLE_EXPORT: ExportChoice = { without: [], first: '' }

/** The choice as query parameters of the export. */
export function exportQueryOf({ without, first }: ExportChoice): { columns?: string; first?: number } {
  const columns = exportColumns().filter((name) => !without.includes(name))
  return {
    ...(without.length > 0 && columns.length > 0 && { columns: columns.join(',') }),
    ...(Number(first) > 0 && { first: Number(first) }),
  }
}

type ExportOptionsProps = { choice: ExportChoice; onChange: (choice: ExportChoice) => void }

/** A dialog to choose the columns of the export and the number of people in it. */
export function ExportOptions({ choice: { without, first }, onChange }: ExportOptionsProps) {
  const isChanged = without.length > 0 || Number(first) > 0
  return (
    <Dialog
      size="sheet"
      title="Export options"
      trigger={
        <Button kind="bare" className="phone-icon">
          <ColumnsIcon />
          <span className="phone-label">{isChanged ? 'Export options (changed)...' : 'Export options...'}</span>
        </Button>
      }
      foot={
        <>
          <CloseButton kind="primary">Done</CloseButton>
          {isChanged && <Button onClick={() => onChange(WHOLE_EXPORT)}>Everything</Button>}
        </>
      }
    >
      <Field
        label="Number of people, from the top of the list (empty for everybody)"
        inputMode="numeric"
        value={first}
        onValueChange={(first) => onChange({ without, first: first.replaceAll(/\D/g, '').slice(0, 7) })}
      />
      <ColumnChoices without={without} onChange={(without) => onChange({ first, without })} />
      <p className="panel-note">A downloaded file cannot be taken back. Activity keeps a record of each export.</p>
    </Dialog>
  )
}

type ColumnChoicesProps = { without: readonly string[]; onChange: (without: string[]) => void }

function ColumnChoices({ without, onChange }: ColumnChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-control font-medium">Columns</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10.5rem),1fr))] gap-x-4">
        {exportColumns().map((name) => (
          <Check
            key={name}
            label={name.replaceAll('_', ' ')}
            checked={!without.includes(name)}
            onChange={(isOn) => onChange(isOn ? without.filter((one) => one !== name) : [...without, name])}
          />
        ))}
      </div>
    </fieldset>
  )
}

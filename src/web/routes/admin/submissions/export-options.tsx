import { Dialog } from '@base-ui/react/dialog'
import { exportColumns } from '#shared/list/export-columns.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { ColumnsIcon } from '../ui/icons.tsx'

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
    <Dialog.Root>
      <Dialog.Trigger className={buttonStyle('bare', 'row-button phone-icon')}>
        <ColumnsIcon />
        <span className="phone-label">{isChanged ? 'Columns (changed)...' : 'Columns...'}</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog sheet">
          <div className="dialog-head">
            <Dialog.Title className="text-title">What to export</Dialog.Title>
            <Dialog.Close aria-label="Close" className="icon-button">
              <CloseIcon />
            </Dialog.Close>
          </div>
          <div className="dialog-body">
            <PeopleCount first={first} onChange={(first) => onChange({ without, first })} />
            <ColumnChoices without={without} onChange={(without) => onChange({ first, without })} />
            <p className="panel-note">
              A downloaded file cannot be taken back. Activity keeps a record of each export.
            </p>
          </div>
          <div className="sheet-foot">
            <Dialog.Close className={buttonStyle('primary', 'tool-button')}>Done</Dialog.Close>
            {isChanged && <EverythingButton onPress={() => onChange(WHOLE_EXPORT)} />}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PeopleCount({ first, onChange }: { first: string; onChange: (first: string) => void }) {
  return (
    <label>
      <span className="filter-label">Number of people, from the top of the list (empty for everybody)</span>
      <input
        inputMode="numeric"
        className="filter-field"
        value={first}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 7))}
      />
    </label>
  )
}

type ColumnChoicesProps = { without: readonly string[]; onChange: (without: string[]) => void }

function ColumnChoices({ without, onChange }: ColumnChoicesProps) {
  return (
    <fieldset>
      <legend className="filter-label">Columns</legend>
      <div className="export-columns">
        {exportColumns().map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!without.includes(name)}
              onChange={({ target }) =>
                onChange(target.checked ? without.filter((one) => one !== name) : [...without, name])
              }
            />
            {name.replaceAll('_', ' ')}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function EverythingButton({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className={buttonStyle('quiet', 'tool-button')}>
      Everything
    </button>
  )
}

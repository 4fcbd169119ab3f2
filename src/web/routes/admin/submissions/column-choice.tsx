import { useMemo, useState } from 'react'
import { readStoredJson, writeStored } from '../../../storage/storage.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton, Dialog } from '../../../ui/dialog.tsx'
import { Check } from '../../../ui/switch.tsx'
import { ColumnsIcon } from '../../../ui/tool-icons.tsx'
import { HIDDEN_AT_FIRST, PEOPLE_COLUMNS } from './columns.tsx'

const STORED = 'peopleColumns'

/** The columns of People that this browser shows, and the names of those that it hides. */
export function useColumns() {
  const [hidden, setHidden] = useState(() => {
    const stored = readStoredJson('localStorage', STORED)
    return Array.isArray(stored) ? stored.map(String) : HIDDEN_AT_FIRST
  })
  const columns = useMemo(() => PEOPLE_COLUMNS.filter(({ label }) => !hidden.includes(label)), [hidden])
  function hide(names: string[]) {
    setHidden(names)
    writeStored('localStorage', STORED, JSON.stringify(names))
  }
  return { columns, hidden, hide }
}

export function ColumnChoice({ hidden, hide }: Pick<ReturnType<typeof useColumns>, 'hidden' | 'hide'>) {
  return (
    <Dialog
      size="sheet"
      title="Columns"
      trigger={
        <Button kind="bare">
          <ColumnsIcon />
          Columns
        </Button>
      }
      foot={<CloseButton kind="primary">Done</CloseButton>}
    >
      {PEOPLE_COLUMNS.slice(1).map(({ label }) => (
        <Check
          key={label}
          label={label}
          checked={!hidden.includes(label)}
          onChange={(isOn) => hide(isOn ? hidden.filter((name) => name !== label) : [...hidden, label])}
        />
      ))}
    </Dialog>
  )
}

import { SearchField } from '../ui/search-field.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

export function SearchBox({ view, onChange }: { view: View; onChange: ChangeView }) {
  return (
    <SearchField
      label="Search submissions"
      value={view.q}
      // The Back button undoes a whole search, not each letter.
      onSearch={(q) => onChange({ q }, { replace: view.q !== '' })}
    />
  )
}

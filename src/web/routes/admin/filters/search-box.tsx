import { SearchField } from '../ui/search-field.tsx'

export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  return <SearchField label="Search submissions" value={value} onSearch={onSearch} />
}

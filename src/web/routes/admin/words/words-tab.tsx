import type { Filters } from '#shared/list/filters.ts'
import { SearchField } from '../ui/search-field.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { WordsPanel } from './words-panel.tsx'
import { labelledAnswers } from './written.ts'

type WordsTabProps = {
  view: View
  filters: Partial<Filters>
  onChange: ChangeView
  onOpen: (id: string) => void
}

/** People's written answers, under the dashboard's filters. */
export function WordsTab({ view, filters, onChange, onOpen }: WordsTabProps) {
  return (
    <>
      <div className="words-find">
        <SearchField
          label="Search what people wrote"
          value={view.find}
          onSearch={(find) => onChange({ find }, { replace: view.find !== '' })}
        />
      </div>
      <div className="columns">
        {labelledAnswers().map(({ name, title }) => (
          <WordsPanel
            key={name}
            question={name}
            title={title}
            find={view.find.trim()}
            filters={filters}
            onOpen={onOpen}
          />
        ))}
      </div>
    </>
  )
}

import { choiceFilterOf } from '#shared/filters.ts'
import { choicesOf, FURTHER_CHOICE_QUESTIONS } from '#shared/questions.ts'
import { INDUSTRIES, PRICE_BANDS } from '#site/questionnaire.ts'
import { FilterSelect } from './filter-select.tsx'
import { SearchBox } from './search-box.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

const INDUSTRY_CHOICES = INDUSTRIES.map((industry) => ({ value: industry as string, label: industry }))
const SOLO_CHOICES = [
  { value: 'yes', label: 'Solo Providers' },
  { value: 'no', label: 'Group Practices' },
] as const

export function FilterCard({ view, onChange }: { view: View; onChange: ChangeView }) {
  return (
    <section aria-labelledby="filters" className="panel filters">
      <h2 id="filters" className="panel-title">
        Filters
      </h2>
      {/* Back undoes a whole search, not each letter of it. */}
      <SearchBox value={view.q} onSearch={(q) => onChange({ q }, { replace: view.q !== '' })} />
      <FilterSelect
        label="Industry"
        all="All Industries"
        choices={INDUSTRY_CHOICES}
        value={view.industry}
        onChange={(industry) => onChange({ industry })}
      />
      <FilterSelect
        label="Provider Type"
        all="All Providers"
        choices={SOLO_CHOICES}
        value={view.solo}
        onChange={(solo) => onChange({ solo })}
      />
      <FilterSelect
        label="Price Range"
        all="All Price Ranges"
        choices={PRICE_BANDS}
        value={view.price}
        onChange={(price) => onChange({ price })}
      />
      {FURTHER_CHOICE_QUESTIONS.map((question) => {
        const filter = choiceFilterOf(question.name)
        return (
          <FilterSelect
            key={filter}
            label={question.label}
            all="All answers"
            choices={choicesOf(question)}
            value={view[filter] ?? null}
            onChange={(choice) => onChange({ [filter]: choice })}
          />
        )
      })}
    </section>
  )
}

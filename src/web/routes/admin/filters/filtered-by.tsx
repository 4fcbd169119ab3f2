import { CloseIcon } from '../../../ui/icons.tsx'
import { ADDRESS_FILTERS, type AddressFilter, type AddressFilters } from '../view/address-filters.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

type Words<Value extends string> = string extends Value ? string : Record<Value, string>

/** A filter in words: a label for a text, or a sentence for each choice. */
const WORDS: { [Filter in AddressFilter]: Words<NonNullable<AddressFilters[Filter]>> } = {
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  problem: 'Challenge',
  goal: 'Goal',
  tag: 'Tag',
  state: { waiting: 'Waiting', invited: 'Invited', admitted: 'Admitted' },
  referred: { yes: 'Came by referral', no: 'Came directly' },
  doubtful: { yes: 'Doubtful', no: 'Not doubtful' },
  rejected: { yes: 'Rejected', no: 'Not rejected' },
  confirmed: { yes: 'Confirmed', no: 'Awaiting confirmation' },
}

/** The filters that only the address sets. Each is a button that removes it. */
export function FilteredBy({ view, onChange }: { view: View; onChange: ChangeView }) {
  const active = ADDRESS_FILTERS.filter((name) => view[name] !== null)
  if (active.length === 0) return null
  return (
    <section aria-labelledby="filtered-by" className="filtered-by">
      <h2 id="filtered-by" className="filter-label">
        Filtered by
      </h2>
      <ul className="segments">
        {active.map((name) => (
          <li key={name} className="min-w-0">
            <button
              type="button"
              data-chosen
              onClick={() => onChange({ [name]: null })}
              className="segment filter-chip"
            >
              <span className="truncate">{wordsOf(name, view[name]!)}</span>
              <CloseIcon />
              <span className="sr-only">Remove this filter</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function wordsOf(name: AddressFilter, value: string): string {
  const words: string | Record<string, string> = WORDS[name]
  return typeof words === 'string' ? `${words}: ${value}` : words[value]!
}

import { site } from '#shared/site/site.ts'
import type { PlaceReceipt } from '#shared/joining/place.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { grouped } from '../../ui/grouped.ts'
import { Day } from '../../ui/day.tsx'
import { isSettled } from './use-receipt.ts'

export function Receipt({ receipt }: { receipt: PlaceReceipt }) {
  const { joined_position, erased_at, parts } = receipt
  return (
    <section aria-label={site().receipt.title} className="receipt">
      <p className="receipt-name">{site().brand.name}</p>
      <dl>
        <div>
          <dt>{site().receipt.at}</dt>
          <dd>{erased_at ? <Day date={erased_at} /> : site().receipt.soon}</dd>
        </div>
        {joined_position !== null && (
          <div>
            <dt>{site().receipt.number}</dt>
            <dd>#{grouped(joined_position)}</dd>
          </div>
        )}
      </dl>
      <ul aria-live="polite">
        {parts.map((part) => (
          <Part key={part.name} {...part} />
        ))}
      </ul>
      <output className="block">
        {isSettled(receipt) && parts.every(({ state }) => state === 'done') && site().receipt.allDone}
      </output>
    </section>
  )
}

function Part({ name, state, at }: PlaceReceipt['parts'][number]) {
  return (
    <li data-state={state}>
      <span className="receipt-box">{state === 'done' && <CheckIcon />}</span>
      <span className="min-w-0">
        <span className="block font-medium">{site().receipt.parts[name]}</span>
        <span className="text-small text-muted">
          {site().receipt.states[state]}
          {at && (
            <>
              {', '}
              <Day date={at} />
            </>
          )}
        </span>
      </span>
    </li>
  )
}

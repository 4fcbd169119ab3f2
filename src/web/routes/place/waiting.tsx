import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../ui/button.ts'
import { ChairMark } from '../../ui/drawings/chair-mark.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'

/** Shown until the place is fetched: an empty ticket, or an apology if the server does not answer. */
export function Waiting({ isFailing }: { isFailing: boolean }) {
  const heading = useFocusOnArrival()
  return (
    <div className="page-width pt-6 pb-16 tablet:pt-10">
      <h1 ref={heading} tabIndex={-1} className="mb-6 text-heading">
        {isFailing ? site().place.failed.title : site().place.title}
      </h1>
      <div className="place-hero">
        {isFailing ? (
          <div>
            <output className="block max-w-xl text-lead text-muted">{site().place.failed.text}</output>
            <button type="button" onClick={() => location.reload()} className={buttonStyle('primary', 'mt-6')}>
              {site().place.failed.again}
            </button>
          </div>
        ) : (
          <div className="ticket on-velvet place-ticket place-waiting">
            <ChairMark className="h-24 w-auto" />
            <output>{site().place.loading}</output>
          </div>
        )}
      </div>
    </div>
  )
}

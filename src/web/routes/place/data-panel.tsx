import { useId, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { type Place } from '#shared/joining/place.ts'
import { exportFileName } from '#shared/joining/place-export.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'
import { FreshLink } from './data/fresh-link.tsx'
import { Leave } from './leave.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { StoredData } from './data/stored-data.tsx'

type DataPanelProps = {
  place: Place
  token: string
  isLeaving: boolean
  onLeaving: (isLeaving: boolean) => void
}
type Work = 'see' | 'download'

/** Shows, downloads or deletes all stored data of a person. This requires a link that was mailed in the last hour. */
export function DataPanel({ place, token, isLeaving, onLeaving }: DataPanelProps) {
  const [needsLink, setNeedsLink] = useState(false)
  const exporting = useExport(token, () => setNeedsLink(true))
  const [isLeaveOpen, setLeaveOpen] = useState(isLeaving)
  const heading = useId()
  const { data, leave } = site().place

  return (
    <section aria-labelledby={heading} className="mt-12">
      <h2 id={heading} className="text-title">
        {data.title}
      </h2>
      <p className="mt-1 text-muted">{data.lead}</p>
      {!place.mailed || needsLink ? (
        <FreshLink token={token} isAnswer={needsLink} />
      ) : isLeaveOpen ? (
        <Leave
          {...{ place, token, isLeaving, onLeaving }}
          onLinkNeeded={() => setNeedsLink(true)}
          onCancel={() => setLeaveOpen(false)}
        />
      ) : (
        <>
          <ExportButtons {...exporting} />
          <button
            ref={takeLostFocus}
            type="button"
            onClick={() => setLeaveOpen(true)}
            className={buttonStyle('bare', 'place-danger mt-3 -ml-2')}
          >
            {leave.open}
          </button>
        </>
      )}
    </section>
  )
}

type Exporting = ReturnType<typeof useExport>

/** The stored data, while it is shown, and functions that show, hide and download it. */
function useExport(token: string, onLinkNeeded: () => void) {
  const [working, setWorking] = useState<Work | null>(null)
  const [stored, setStored] = useState<Record<string, unknown> | null>(null)
  const [hasFailed, setFailed] = useState(false)

  async function fetchAll(work: Work) {
    if (working) return
    setWorking(work)
    setFailed(false)
    const outcome = await callPlace(ROUTES.placeExport, token)
    setWorking(null)
    if (isFault(outcome)) {
      if (outcome.fault === 'link-needed') onLinkNeeded()
      else setFailed(true)
    } else if (work === 'download') {
      const file = new Blob([JSON.stringify(outcome)], { type: 'application/json' })
      saveFile(file, exportFileName(new Date().toISOString()))
    } else setStored(outcome)
  }

  return { working, stored, hasFailed, fetchAll, hide: () => setStored(null) }
}

/** The buttons that show and download the data, with the data below them. */
function ExportButtons({ working, stored, hasFailed, fetchAll, hide }: Exporting) {
  const { data } = site().place
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          aria-disabled={working !== null}
          aria-expanded={stored !== null}
          onClick={() => (stored === null ? fetchAll('see') : hide())}
          className={buttonStyle('quiet', 'grow tablet:grow-0')}
        >
          {working === 'see' ? data.loading : stored === null ? data.see : data.hide}
        </button>
        <button
          type="button"
          aria-disabled={working !== null}
          onClick={() => fetchAll('download')}
          className={buttonStyle('quiet', 'grow tablet:grow-0')}
        >
          {working === 'download' ? data.loading : data.download}
        </button>
      </div>
      <output className="block text-danger not-empty:mt-3">{hasFailed && data.failed}</output>
      {stored !== null && <StoredData value={stored} />}
    </>
  )
}

import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { ViewLink } from '../view/view-link.tsx'
import { viewPath } from '../view/view.ts'
import { BegunImport } from './begun-import.tsx'
import { ColumnMap } from './column-map.tsx'
import { FileField } from './file-field.tsx'
import { ReportPanel } from './report-panel.tsx'
import { useImport } from './use-import.ts'
import { importWords } from './words.ts'
import { buttonClass } from '../../../ui/button.tsx'

const TO_PEOPLE = { view: 'people' } as const

/** Imports people from the CSV file of another list: choose it, map its columns, read the preview, import. */
export function ImportView({ view, onChange, onOpen }: SectionProps) {
  const importing = useImport()
  const { report, begun, problem, isReading, fileName } = importing
  const actId = begun !== null && begun !== 'beginning' ? begun.actId : null

  return (
    <section aria-labelledby="import" className="section-page import">
      <SectionHead
        id="import"
        title="Import"
        lead={importWords.lead}
        back={<BackToPeople view={view} onChange={onChange} />}
      />
      {actId ? (
        <BegunImport actId={actId} onOpen={onOpen} onAgain={importing.reset} />
      ) : (
        <>
          <FileField importing={importing} />
          <p role="alert" className="import-problem">
            {problem}
          </p>
          {fileName && !report && !problem && <output className="empty">Reading {fileName}...</output>}
          {report && (
            <div className="import-body" aria-busy={isReading}>
              <ColumnMap report={report} importing={importing} />
              <ReportPanel report={report} importing={importing} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

function BackToPeople({ view, onChange }: Pick<SectionProps, 'view' | 'onChange'>) {
  return (
    <ViewLink
      href={viewPath({ ...view, ...TO_PEOPLE })}
      onFollow={() => onChange(TO_PEOPLE)}
      className={buttonClass('text')}
    >
      Back to People
    </ViewLink>
  )
}

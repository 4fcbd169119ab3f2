import type { Faults, Typed } from '#shared/pages/page-content.ts'
import { localPath, pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../ui/button.ts'

import { RestForm } from '../../ui/rest-form.tsx'
import { restWords } from '../../ui/rest-words.ts'

/** The page of the questions while nobody can join. */
export function RestPage({ typed, faults, isTold }: { typed?: Typed; faults?: Faults; isTold: boolean }) {
  const { title, text } = restWords(isTold)
  return (
    <div className="page-width grow pt-8 pb-10 tablet:pt-14">
      <h1 className="text-heading">{title}</h1>
      <p className="mt-4 mb-6 max-w-xl text-lead text-muted">{text}</p>
      {!isTold && <RestForm id="email" typed={typed} faults={faults} />}
      <a href={localPath(pagePaths.home)} className={buttonStyle('quiet', 'mt-8')}>
        {site().missing.home}
      </a>
    </div>
  )
}

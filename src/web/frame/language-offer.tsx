import { useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { localPath } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { direction } from '#shared/values/language.ts'
import { pagePath } from '../loading/page-path.ts'
import { LANGUAGE_OFFERED, writeStored } from '../storage/storage.ts'
import { buttonStyle } from '../ui/button.ts'
import { reserveHeight } from '../ui/reserve-height.ts'

export function mountOffer(language: string) {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<LanguageOffer language={language} />)
}

/** In the language that it offers. */
function LanguageOffer({ language }: { language: string }) {
  const [isOpen, setOpen] = useState(true)
  const bar = useRef<HTMLElement>(null)
  const { text, go, stay } = site().otherLanguages.find((one) => one.language === language)!.offer

  useLayoutEffect(() => (isOpen ? reserveHeight(bar.current!, '--consent-height') : undefined), [isOpen])

  function close() {
    writeStored('localStorage', LANGUAGE_OFFERED, language)
    setOpen(false)
  }

  if (!isOpen) return null
  return (
    <section ref={bar} lang={language} dir={direction(language)} aria-label={text} className="consent">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1.5">
        <p className="text-small">{text}</p>
        <div className="flex flex-wrap gap-x-2">
          <button type="button" onClick={close} className={buttonStyle('bare')}>
            {stay}
          </button>
          <a href={localPath(pagePath(), language)} hrefLang={language} onClick={close} className={buttonStyle('bare')}>
            {go}
          </a>
        </div>
      </div>
    </section>
  )
}

import type { PrivacyFacts } from '#site/privacy.ts'
import type { PreviewName } from '#shared/site/site-editing.ts'
import { site, type SiteDocument, siteOf, underSite } from '#shared/site/site.ts'
import type { PageContent } from '#shared/pages/page-content.ts'
import type { Build } from '../rendering/build-output.ts'
import { drawPage } from '../rendering/draw-page.ts'
import { brandRules } from '../rendering/palette.ts'

/** `facts`: what the privacy page mentions. */
type Wanted = { name: PreviewName; origin: string; facts: PrivacyFacts }

export function drawPreview(build: Build, document: SiteDocument, { name, origin, facts }: Wanted): string {
  return underSite(siteOf(document), () => {
    const privacy = { sections: site().privacySections(facts), numbered: null }
    const content: PageContent | null = name === 'form' ? { kind: 'question', question: FIRST } : null
    return withoutScripts(
      drawPage(build, name, { origin, measurementId: undefined, sendsMail: true, privacy, content }),
    )
  })
}

const FIRST = {
  step: 0,
  email: '',
  code: '',
  sealed: '',
  typed: {},
  faults: {},
  asked: null,
  isElsewhere: false,
}

/** Keeps the stylesheets for pages without scripts. */
function withoutScripts(html: string): string {
  return html
    .replace(/<link rel="stylesheet" href="[^"]+colors\.css" \/>/, () => `<style>${brandRules(site().colors)}</style>`)
    .replaceAll(/<noscript>((?:<link[^>]*>)+)<\/noscript>/g, '$1')
    .replaceAll(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<div class="late".*?<\/div>/gs, '')
}

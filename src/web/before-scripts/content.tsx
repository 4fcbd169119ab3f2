import type { PageContent } from '#shared/pages/page-content.ts'
import { RestPage } from '../routes/form/rest.tsx'
import { EmailForm, Joined, QuestionStep } from './join.tsx'
import { CodeForm, Letter } from './letters.tsx'
import { Confirm, Correction, Invitation, Left, OwnPlace, Seated } from './own-place.tsx'

/** Only the server draws these forms; where scripts run, the page's own take their place. */
export function Content({ content }: { content: PageContent }) {
  switch (content.kind) {
    case 'email':
      return <EmailForm {...content} />
    case 'rest':
      return <RestPage {...content} />
    case 'question':
      return <QuestionStep {...content.question} />
    case 'joined':
      return <Joined {...content} />
    case 'code':
      return <CodeForm {...content} />
    case 'confirm':
      return <Confirm {...content} />
    case 'place':
      return <OwnPlace {...content} />
    case 'correction':
      return <Correction {...content} />
    case 'invitation':
      return <Invitation {...content} />
    case 'seated':
      return <Seated {...content} />
    case 'left':
      return <Left />
    case 'letter':
      return <Letter {...content} />
  }
}

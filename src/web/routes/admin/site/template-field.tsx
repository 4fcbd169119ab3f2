import { useState } from 'react'
import type { SiteView } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { type TemplateName, TEMPLATES } from '#shared/site/template-names.ts'
import { templates } from '#site/templates.ts'
import { Confirm } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/choices.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { type Draft, wordsOfTemplate } from './use-draft.ts'
import { withTemplate } from './with-template.ts'

export const TEMPLATE_OPTIONS = TEMPLATES.map((value) => ({ value, label: templates[value].title }))

/** Its words, blocks, drawings and questions. What has been asked keeps its answers. */
export async function fromTemplate(
  document: SiteDocument,
  { name, view }: { name: TemplateName; view: SiteView },
): Promise<SiteDocument> {
  const published = new Set((view.document as unknown as SiteDocument).questions.map((question) => question.name))
  const words = await wordsOfTemplate(document, name)
  return { ...words, questions: withTemplate(document.questions, templates[name].questions, published) }
}

export function TemplateField({ draft }: { draft: Draft }) {
  const [name, setName] = useState<TemplateName>(draft.document.look.template)
  const { title, text } = templates[name]
  async function use() {
    try {
      draft.change(await fromTemplate(draft.document, { name, view: draft.view }))
    } catch (error) {
      notifyFailure('settings', 'Your draft was not changed.', error)
    }
  }
  return (
    <div className="grid gap-2">
      <div className="site-acts items-end!">
        <Select
          label="What is your list for?"
          options={TEMPLATE_OPTIONS}
          value={name}
          onValueChange={setName}
          className="min-w-48"
        />
        <Confirm
          label="Use this template"
          title={`Use the template “${title}”?`}
          consequence="It replaces the words, blocks, drawings and questions of your draft. Your name, opening, addresses, logo and a colour of your own stay, and no answer is lost. Undo takes it back; visitors see it once you publish."
          onConfirm={() => use()}
        />
      </div>
      <p className="setting-hint">{text}.</p>
    </div>
  )
}

import { useState } from 'react'
import type { Question } from '#shared/site/question.ts'
import { templates } from '#site/templates.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Select } from '../../../ui/select.tsx'
import { withTemplate } from './with-template.ts'

type Name = keyof typeof templates

const OPTIONS = (Object.keys(templates) as Name[]).map((value) => ({ value, label: templates[value].title }))

type TemplatesProps = {
  questions: readonly Question[]
  published: ReadonlySet<string>
  onUse: (questions: Question[]) => void
}

export function QuestionTemplates({ questions, published, onUse }: TemplatesProps) {
  const [name, setName] = useState<Name>('shop')
  const { title, text } = templates[name]
  const next = withTemplate(questions, templates[name].questions, published)
  const asked = askedIn(next)
  const removed = askedIn(questions).filter((question) => !asked.some((other) => other.name === question.name))
  return (
    <section aria-labelledby="question-templates" className="grid gap-2 border-t border-line pt-4">
      <h3 id="question-templates" className="text-control font-medium">
        Start from a template
      </h3>
      <div className="site-acts items-end!">
        <Select
          label="Template"
          hidesLabel
          options={OPTIONS}
          value={name}
          onValueChange={setName}
          className="min-w-48"
        />
        <Confirm
          label="Use these questions"
          title={`Use the questions for “${title}”?`}
          consequence="This changes your draft. Visitors see it once you publish."
          onConfirm={() => onUse(next)}
        >
          <Listed title="Asked" questions={asked} />
          {removed.length > 0 && <Listed title="No longer asked: their answers are kept" questions={removed} />}
        </Confirm>
      </div>
      <p className="setting-hint">{text}.</p>
    </section>
  )
}

function Listed({ title, questions }: { title: string; questions: readonly Question[] }) {
  return (
    <section className="text-control">
      <h4 className="font-medium">{title}</h4>
      <ul className="list-disc pl-5">
        {questions.map(({ name, question }) => (
          <li key={name}>{question}</li>
        ))}
      </ul>
    </section>
  )
}

function askedIn(questions: readonly Question[]): Question[] {
  return questions.filter(({ archived }) => !archived)
}

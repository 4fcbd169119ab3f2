import { useState } from 'react'
import type { Question } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { NEW_CHOICE } from './choices.tsx'
import { keyFor, withTemplate } from './with-template.ts'
import { QuestionItem } from './question-item.tsx'
import { moved, SortableList } from './sortable.tsx'
import type { Draft } from './use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'
import { Empty } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/choices.tsx'
import type { TemplateName } from '#shared/site/template-names.ts'
import { templates } from '#site/templates.ts'
import { Confirm } from '../../../ui/dialog.tsx'
import { TEMPLATE_OPTIONS } from './template-field.tsx'

const KINDS = [
  { value: 'text', label: 'Free text' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Date' },
  { value: 'link', label: 'Link' },
  { value: 'yes-no', label: 'Yes or no' },
  { value: 'one', label: 'One choice' },
  { value: 'many', label: 'Several choices' },
] satisfies { value: Question['kind']; label: string }[]

/** Drag one by its handle, or press Space on it and then the arrow keys. */
export function QuestionsList({ draft, problems }: { draft: Draft; problems: Record<string, string> }) {
  const { document, view, change } = draft
  const questions = document.questions
  const set = (next: readonly Question[]) => change({ ...document, questions: next })
  const published = new Map((view.document as typeof document).questions.map((question) => [question.name, question]))

  const asked = askedIn(questions)
  const removed = questions.filter((one) => one.archived && !isUnusedSample(one, published.get(one.name)))
  const place = (question: Question) => questions.indexOf(question)
  const replace = (question: Question, next: Question[]) =>
    set(questions.flatMap((one) => (one === question ? next : [one])))
  const item = (question: Question) => (
    <QuestionItem
      key={question.name}
      question={question}
      kind={KINDS.find(({ value }) => value === question.kind)!.label}
      index={place(question)}
      problems={problems}
      isPublished={published.has(question.name)}
      known={keysOf(published.get(question.name))}
      isFixed={view.file !== null}
      neighbours={[-1, 1].map((step) => asked[asked.indexOf(question) + step])}
      onChange={(next) => replace(question, [next])}
      onMove={(to) => set(moved(questions, place(question), place(to)))}
      onRemove={() => replace(question, published.has(question.name) ? [{ ...question, archived: true }] : [])}
    />
  )
  return (
    <>
      <SortableList
        ids={asked.map(({ name }) => name)}
        onMove={(from, to) => set(moved(questions, place(asked[from]!), place(asked[to]!)))}
      >
        {asked.map(item)}
      </SortableList>
      {asked.length === 0 && <Empty isSmall>No questions. People only leave their email.</Empty>}
      {problems.questions && <p className="setting-problem">The questions {problems.questions}.</p>}
      {view.file === null && <AddQuestion questions={questions} onAdd={(added) => set(withAdded(questions, added))} />}
      {view.file === null && (
        <QuestionTemplates
          first={document.look.template}
          questions={questions}
          published={new Set(published.keys())}
          onUse={set}
        />
      )}
      {removed.length > 0 && (
        <details className="border-t border-line pt-2">
          <summary className="min-h-11 cursor-pointer py-2 text-control font-medium">
            Removed questions ({removed.length})
          </summary>
          <p className="setting-hint mb-3">
            Nobody is asked these. Their answers are kept: in profiles, filters, charts and exports.
          </p>
          <ol className="site-questions">{removed.map(item)}</ol>
        </details>
      )}
    </>
  )
}

/** Words of a removed question bring that question back, with its answers. */
function withAdded(questions: readonly Question[], added: Question): Question[] {
  const former = questions.find(
    ({ archived, kind, question }) => archived && kind === added.kind && question === added.question,
  )
  if (!former)
    return [...questions.filter(({ archived }) => !archived), added, ...questions.filter(({ archived }) => archived)]
  return questions.map((one) => (one === former ? { ...one, archived: false } : one))
}

function AddQuestion({ questions, onAdd }: { questions: readonly Question[]; onAdd: (question: Question) => void }) {
  const taken = questions.map(({ name }) => name)
  const [words, setWords] = useState('')
  const [kind, setKind] = useState<Question['kind']>('one')

  function add() {
    const question = words.trim()
    const asked = { name: keyFor(question, taken), label: question.slice(0, 40), question }
    if (kind === 'text') onAdd({ ...asked, kind, placeholder: 'Your answer' })
    else if (kind === 'link') onAdd({ ...asked, kind, placeholder: 'https://' })
    else if (kind === 'yes-no' || kind === 'number' || kind === 'date') onAdd({ ...asked, kind })
    else onAdd({ ...asked, kind, choices: [NEW_CHOICE, NEW_CHOICE] })
    setWords('')
  }

  return (
    <form
      className="flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim()) add()
      }}
    >
      <Field
        label="New question"
        hidesLabel
        placeholder="What else would you like to know?"
        value={words}
        maxLength={200}
        onValueChange={setWords}
        className="flex-[1_1_16rem]"
      />
      <Select
        label="Answer type"
        hidesLabel
        options={KINDS}
        value={kind}
        onValueChange={setKind}
        className="min-w-40"
      />
      <Button type="submit">Add question</Button>
    </form>
  )
}

function keysOf(question: Question | undefined): ReadonlySet<string> {
  const choices = question && 'choices' in question ? question.choices : []
  return new Set(choices.map((choice) => (typeof choice === 'string' ? choice : choice.value)))
}

type TemplatesProps = {
  first: TemplateName
  questions: readonly Question[]
  published: ReadonlySet<string>
  onUse: (questions: Question[]) => void
}

function QuestionTemplates({ first, questions, published, onUse }: TemplatesProps) {
  const [name, setName] = useState(first)
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
          options={TEMPLATE_OPTIONS}
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

/** A question of a template that this list began with or tried: nobody has answered it, and the template has it. */
function isUnusedSample({ name, question }: Question, published: Question | undefined): boolean {
  if (!published?.archived || site().shownQuestions.some((shown) => shown.name === name)) return false
  return Object.values(templates).some(({ questions }) => questions.some((one) => one.question === question))
}

function askedIn(questions: readonly Question[]): Question[] {
  return questions.filter(({ archived }) => !archived)
}

import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useState } from 'react'
import type { Question } from '#shared/site/question.ts'
import { NEW_CHOICE } from './choices.tsx'
import { keyFor } from './key-for.ts'
import { QuestionItem } from './question-item.tsx'
import { QuestionTemplates } from './question-templates.tsx'
import type { Draft } from './use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Empty } from '../../../ui/query-state.tsx'
import { Select } from '../../../ui/select.tsx'

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

  const [asked, removed] = [questions.filter(({ archived }) => !archived), questions.filter(({ archived }) => archived)]
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
      onMove={(to) => set(arrayMove([...questions], place(question), place(to)))}
      onRemove={() => replace(question, published.has(question.name) ? [{ ...question, archived: true }] : [])}
    />
  )
  return (
    <>
      <SortableQuestions questions={questions} onSort={set}>
        {asked.map(item)}
      </SortableQuestions>
      {asked.length === 0 && <Empty isSmall>No questions: people only leave their email.</Empty>}
      {problems.questions && <p className="setting-problem">The questions {problems.questions}.</p>}
      {view.file === null && <AddQuestion questions={questions} onAdd={(added) => set(withAdded(questions, added))} />}
      {view.file === null && (
        <QuestionTemplates questions={questions} published={new Set(published.keys())} onUse={set} />
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

type SortableProps = { questions: readonly Question[]; onSort: (questions: Question[]) => void; children: ReactNode }

function SortableQuestions({ questions, onSort, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function drop({ active, over }: DragEndEvent) {
    const place = (id: unknown) => questions.findIndex(({ name }) => name === id)
    if (over && active.id !== over.id) onSort(arrayMove([...questions], place(active.id), place(over.id)))
  }

  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={questions.map(({ name }) => name)} strategy={verticalListSortingStrategy}>
        <ol className="site-questions">{children}</ol>
      </SortableContext>
    </DndContext>
  )
}

type AddProps = { questions: readonly Question[]; onAdd: (question: Question) => void }

function AddQuestion({ questions, onAdd }: AddProps) {
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

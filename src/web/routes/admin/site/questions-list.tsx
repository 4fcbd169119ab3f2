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
import type { Draft } from './use-draft.ts'
import { Button } from '../../../ui/button.tsx'

const KINDS = {
  text: 'Free text',
  'yes-no': 'Yes or no',
  one: 'One choice',
  many: 'Several choices',
} as const satisfies Record<Question['kind'], string>

/** The questions in their order: drag one by its handle, or press Space on it and then the arrow keys. */
export function QuestionsList({ draft, problems }: { draft: Draft; problems: Record<string, string> }) {
  const { document, view, change } = draft
  const questions = document.questions
  const set = (next: readonly Question[]) => change({ ...document, questions: next })
  const published = new Map((view.document as typeof document).questions.map((question) => [question.name, question]))

  return (
    <>
      <SortableQuestions questions={questions} onSort={set}>
        {questions.map((question, index) => (
          <QuestionItem
            key={question.name}
            question={question}
            kind={KINDS[question.kind]}
            index={index}
            problems={problems}
            isPublished={published.has(question.name)}
            known={keysOf(published.get(question.name))}
            isFixed={view.file !== null}
            onChange={(next) => set(questions.map((one) => (one === question ? next : one)))}
            onRemove={() => set(questions.filter((one) => one !== question))}
          />
        ))}
      </SortableQuestions>
      {problems.questions && <p className="setting-problem">The questions {problems.questions}.</p>}
      {view.file === null && (
        <AddQuestion taken={questions.map(({ name }) => name)} onAdd={(added) => set([...questions, added])} />
      )}
    </>
  )
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

function AddQuestion({ taken, onAdd }: { taken: string[]; onAdd: (question: Question) => void }) {
  const [words, setWords] = useState('')
  const [kind, setKind] = useState<Question['kind']>('one')

  function add() {
    const question = words.trim()
    const asked = { name: keyFor(question, taken), label: question.slice(0, 40), question }
    if (kind === 'text') onAdd({ ...asked, kind, placeholder: 'Your answer' })
    else if (kind === 'yes-no') onAdd({ ...asked, kind })
    else onAdd({ ...asked, kind, choices: [NEW_CHOICE, NEW_CHOICE] })
    setWords('')
  }

  return (
    <form
      className="site-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim()) add()
      }}
    >
      <input
        aria-label="New question"
        placeholder="What else would you like to know?"
        value={words}
        maxLength={200}
        onChange={({ target }) => setWords(target.value)}
        className="filter-field"
      />
      <KindSelect kind={kind} onChange={setKind} />
      <Button type="submit">Add question</Button>
    </form>
  )
}

function KindSelect({ kind, onChange }: { kind: Question['kind']; onChange: (kind: Question['kind']) => void }) {
  return (
    <select
      aria-label="Answer type"
      value={kind}
      onChange={({ target }) => onChange(target.value as Question['kind'])}
      className="filter-field"
    >
      {Object.entries(KINDS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function keysOf(question: Question | undefined): ReadonlySet<string> {
  const choices = question && 'choices' in question ? question.choices : []
  return new Set(choices.map((choice) => (typeof choice === 'string' ? choice : choice.value)))
}

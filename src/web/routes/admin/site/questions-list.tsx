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
import { TAKEN_KEYS } from '#shared/list/taken-keys.ts'
import { NEW_CHOICE } from './choices.tsx'
import { QuestionItem } from './question-item.tsx'
import type { Draft } from './use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'

const KINDS = [
  { value: 'text', label: 'Free text' },
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

  return (
    <>
      <SortableQuestions questions={questions} onSort={set}>
        {questions.map((question, index) => (
          <QuestionItem
            key={question.name}
            question={question}
            kind={KINDS.find(({ value }) => value === question.kind)!.label}
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

/**
 * A key that a new question may have, made from the words or from the current time. `taken`: the keys of the other
 * questions.
 */
export function keyFor(words: string, taken: string[]): string {
  const folded = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  const key =
    folded
      .replace(/^[_0-9]+/, '')
      .slice(0, 30)
      .replace(/_+$/, '') || `question_${Date.now().toString(36)}`
  return taken.includes(key) || TAKEN_KEYS.has(key) ? `${key}_${Date.now().toString(36)}` : key
}

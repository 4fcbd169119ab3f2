import { useState } from 'react'
import { choicesOf, isChoiceQuestion, type Question } from '#shared/site/questions.ts'
import { StepField } from '../../form/step-field.tsx'
import { Choices } from './choices.tsx'
import { OpenButton, SortableItem } from './sortable.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'
import { Switch } from '../../../ui/choices.tsx'

type ItemProps = {
  question: Question
  kind: string
  index: number
  problems: Record<string, string>
  /** A published question keeps its key: it can be archived, but not removed. */
  isPublished: boolean
  known: ReadonlySet<string>
  isFixed: boolean
  /** The asked questions before and after it, if there are such. */
  neighbours: (Question | undefined)[]
  onChange: (question: Question) => void
  onMove: (to: Question) => void
  onRemove: () => void
}

export function QuestionItem(props: ItemProps) {
  const { question, index, problems, isFixed, isPublished } = props
  const [isOpen, setOpen] = useState(() => lacksWords(question))
  const isNew = !isPublished && lacksWords(question)
  // What is still empty is no fault before the owner has left it.
  const [isLeft, setLeft] = useState(false)
  const here = Object.entries(problems).filter(([path]) => path.startsWith(`questions.${index}.`))
  const faults = isNew && !isLeft ? [] : here
  return (
    <SortableItem
      id={question.name}
      path={`questions.${index}`}
      title={question.question}
      words={<Words {...props} />}
      isFixed={isFixed || question.archived === true}
      isInvalid={faults.length > 0}
      isArchived={question.archived}
      acts={<OpenButton title={question.question} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />}
      onBlur={({ currentTarget, relatedTarget }) => setLeft(isLeft || !currentTarget.contains(relatedTarget))}
    >
      {faults.map(([path, sentence]) => (
        <p key={path} className="setting-problem">
          {wordsOf(path)} {sentence}.
        </p>
      ))}
      {isOpen && (
        <>
          <Fields {...props} />
          <Shown question={question} />
        </>
      )}
    </SortableItem>
  )
}

function lacksWords(question: Question): boolean {
  return isChoiceQuestion(question) && choicesOf(question).some(({ label }) => label === '')
}

function Words({ question, kind, isPublished }: ItemProps) {
  return (
    <div className="min-w-0 grow">
      <p className="font-medium wrap-anywhere" dir="auto">
        {question.question}
      </p>
      <p className="text-small text-muted">
        {[kind, question.optional && 'optional', !isPublished && 'new'].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

const WORDS = { dir: 'auto', maxLength: 400 }

function Fields({ question, isPublished, known, isFixed, neighbours, onChange, onMove, onRemove }: ItemProps) {
  const set = (part: Partial<Question>) => onChange({ ...question, ...part } as Question)
  return (
    <fieldset disabled={isFixed} className="site-question-body">
      <Field
        {...WORDS}
        label="Question"
        value={question.question}
        onValueChange={(value) => set({ question: value })}
      />
      <Field
        {...WORDS}
        label="Short label (charts and exports)"
        value={question.label}
        onValueChange={(value) => set({ label: value })}
      />
      {question.kind === 'number' && <Bounds question={question} onChange={set} />}
      {(question.kind === 'text' || question.kind === 'link') && (
        <Field
          {...WORDS}
          label="Placeholder"
          value={question.placeholder}
          onValueChange={(placeholder) => set({ placeholder } as Partial<Question>)}
        />
      )}
      {'choices' in question && (
        <Choices question={question} known={known} onChange={(choices) => set({ choices } as Partial<Question>)} />
      )}
      <Switch label="Required" checked={!question.optional} onChange={(isRequired) => set({ optional: !isRequired })} />
      {question.archived ? (
        <Button className="justify-self-start" onClick={() => set({ archived: false })}>
          Ask again
        </Button>
      ) : (
        <div className="site-acts">
          {['Move up', 'Move down'].map((label, index) => {
            const to = neighbours[index]
            return (
              <Button key={label} aria-disabled={!to} onClick={() => to && onMove(to)}>
                {label}
              </Button>
            )
          })}
          <Button onClick={onRemove}>Remove</Button>
          {isPublished && <span className="text-small text-muted">Answers are kept.</span>}
        </div>
      )}
    </fieldset>
  )
}

type BoundsProps = {
  question: Extract<Question, { kind: 'number' }>
  onChange: (bounds: { min?: number; max?: number }) => void
}

function Bounds({ question, onChange }: BoundsProps) {
  return (
    <div className="grid gap-3 tablet:grid-cols-2">
      {(['min', 'max'] as const).map((bound) => (
        <Field
          key={bound}
          label={{ min: 'Smallest number (optional)', max: 'Largest number (optional)' }[bound]}
          type="number"
          step={1}
          value={String(question[bound] ?? '')}
          onValueChange={(typed) => onChange({ [bound]: typed.trim() === '' ? undefined : Number(typed) })}
        />
      ))}
    </div>
  )
}

function Shown({ question }: { question: Question }) {
  return (
    <figure className="site-question-shown">
      <figcaption className="text-control font-medium">What visitors see</figcaption>
      <div inert>
        <StepField
          step={question}
          level="h3"
          answers={{}}
          onAnswer={() => {}}
          disabled={false}
          invalid={false}
          errorId={undefined}
        />
      </div>
    </figure>
  )
}

/** `questions.3.choices.1` becomes 'Choice 2'. */
function wordsOf(path: string): string {
  const [, , part = '', place] = path.split('.')
  if (part === 'choices') return place === undefined ? 'The choices' : `Choice ${Number(place) + 1}`
  return (
    {
      question: 'The question',
      label: 'The short label',
      placeholder: 'The placeholder',
      min: 'The smallest number',
      max: 'The largest number',
    }[part] ?? 'It'
  )
}

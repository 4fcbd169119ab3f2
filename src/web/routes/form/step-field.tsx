import type { RefObject } from 'react'
import { choicesOf, openChoicesOf, otherOf } from '#shared/site/questions.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import type { Question } from '#shared/site/question.ts'
import { site } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { ChoiceList } from './choice-list.tsx'
import { chosenOf, type FormAnswers, typedIn } from './form-answers.ts'
import { OtherField } from './other-field.tsx'

type StepFieldProps = {
  step: Question
  level?: 'h1' | 'h3'
  answers: FormAnswers
  onAnswer: (change: FormAnswers) => void
  disabled: boolean
  invalid: boolean
  errorId: string | undefined
  /** Drawn by the server for no script: the field beside Other is always there. */
  isStill?: boolean
}

/**
 * The question gets the focus first: screen readers read it, and Tab leads to the field. With a mouse, a text field
 * gets it, because no on-screen keyboard covers the question there.
 */
export function StepField({ step, level = 'h1', ...field }: StepFieldProps) {
  const first = useFocusOnArrival<HTMLHeadingElement & HTMLInputElement>({ isPart: level !== 'h1' })
  const shared = { level, first, ...field }
  if (step.kind === 'text') return <TextStep step={step} {...shared} />
  if (step.kind === 'yes-no') return <YesNoStep step={step} {...shared} />
  return <ChoiceStep step={step} {...shared} />
}

type KindProps<Kind extends Question['kind']> = Omit<StepFieldProps, 'step' | 'level'> & {
  step: Extract<Question, { kind: Kind }>
  level: 'h1' | 'h3'
  first: RefObject<(HTMLHeadingElement & HTMLInputElement) | null>
}

function TextStep({
  step,
  level: Heading,
  first,
  answers,
  onAnswer,
  disabled,
  invalid,
  errorId,
  isStill,
}: KindProps<'text'>) {
  const hasKeys = !isStill && matchMedia('(pointer: fine)').matches
  const size = Heading === 'h1' ? 'text-heading' : 'text-title'
  const { name, question, optional = false } = step
  return (
    <div>
      <Heading ref={hasKeys ? undefined : first} tabIndex={-1} className={`step-question ${size}`}>
        <label htmlFor={name}>
          <span>{question}</span>
          {optional && <span className="mt-2 block text-body text-muted">{site().form.optional}</span>}
        </label>
      </Heading>
      <input
        ref={hasKeys ? first : undefined}
        id={name}
        name={name}
        type="text"
        required={!optional}
        value={typedIn(answers, name)}
        onChange={(event) => onAnswer({ [name]: event.target.value })}
        placeholder={step.placeholder}
        maxLength={MAX_LENGTH.name}
        autoComplete={step.autoComplete ?? 'off'}
        enterKeyHint="next"
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={errorId}
        className="field min-h-14 text-lead"
      />
    </div>
  )
}

function YesNoStep({ step, first, answers, onAnswer, ...shared }: KindProps<'yes-no'>) {
  const answer = own(answers, step.name)
  return (
    <ChoiceList
      {...shared}
      name={step.name}
      heading={first}
      question={step.question}
      optional={step.optional}
      choices={openChoicesOf(step)}
      chosen={typeof answer === 'boolean' ? [answer ? 'Yes' : 'No'] : []}
      onChoose={(choice) => onAnswer({ [step.name]: choice === 'Yes' })}
    />
  )
}

function ChoiceStep({ step, level, first, answers, onAnswer, ...shared }: KindProps<'one' | 'many'>) {
  const { name, question, kind } = step
  const chosen = chosenOf(answers, name)
  const other = otherOf(step)
  return (
    <>
      <ChoiceList
        {...shared}
        name={name}
        level={level}
        heading={first}
        question={question}
        optional={step.optional}
        multiple={kind === 'many'}
        // People can keep a choice that is no longer offered.
        choices={choicesOf(step).filter(({ value, archived }) => !archived || chosen.includes(value))}
        chosen={chosen}
        onChoose={(choice) => onAnswer({ [name]: kind === 'many' ? toggled(chosen, choice) : choice })}
      />
      {other && (
        <OtherField
          {...shared}
          name={other}
          chosen={chosen}
          text={typedIn(answers, other)}
          onText={(text) => onAnswer({ [other]: text })}
        />
      )}
    </>
  )
}

function toggled(chosen: string[], choice: string): string[] {
  return chosen.includes(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice]
}

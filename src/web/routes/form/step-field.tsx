import { type ComponentProps, type RefObject, useId } from 'react'
import { choicesOf, hasOther, openChoicesOf, otherOf, type Question } from '#shared/site/questions.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { site } from '#shared/site/site.ts'
import { isTypedQuestion, type TypedQuestion } from '#shared/site/typed-answers.ts'
import { fill } from '#shared/values/language.ts'
import { own } from '#shared/values/own.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { ChoiceList } from './choice-list.tsx'
import { chosenOf, type FormAnswers, typedIn } from './form-answers.ts'

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
  if (isTypedQuestion(step)) return <TypedStep step={step} {...shared} />
  if (step.kind === 'yes-no') return <YesNoStep step={step} {...shared} />
  return <ChoiceStep step={step} {...shared} />
}

type KindProps<Kind extends Question['kind']> = Omit<StepFieldProps, 'step' | 'level'> & {
  step: Extract<Question, { kind: Kind }>
  level: 'h1' | 'h3'
  first: RefObject<(HTMLHeadingElement & HTMLInputElement) | null>
}

function TypedStep({
  step,
  level: Heading,
  first,
  answers,
  onAnswer,
  disabled,
  invalid,
  errorId,
  isStill,
}: KindProps<TypedQuestion['kind']>) {
  const hasKeys = !isStill && matchMedia('(pointer: fine)').matches
  const size = Heading === 'h1' ? 'text-heading' : 'text-title'
  const { name, question, optional = false } = step
  const hints = [...(step.kind === 'number' ? boundsOf(step) : []), ...(optional ? [site().form.optional] : [])]
  return (
    <div>
      <Heading ref={hasKeys ? undefined : first} tabIndex={-1} className={`step-question ${size}`}>
        <label htmlFor={name}>
          <span>{question}</span>
          {hints.map((hint) => (
            <span key={hint} className="mt-2 block font-text text-body font-normal tracking-normal text-muted">
              {hint}
            </span>
          ))}
        </label>
      </Heading>
      <input
        ref={hasKeys ? first : undefined}
        id={name}
        name={name}
        {...inputOf(step)}
        required={!optional}
        value={typedIn(answers, name)}
        onChange={(event) => onAnswer({ [name]: event.target.value })}
        enterKeyHint="next"
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={errorId}
        className="field min-h-14 text-lead"
      />
    </div>
  )
}

function inputOf(step: TypedQuestion): ComponentProps<'input'> {
  switch (step.kind) {
    case 'number':
      return { type: 'number', inputMode: 'numeric', step: 1, min: step.min, max: step.max, autoComplete: 'off' }
    case 'date':
      return { type: 'date', autoComplete: 'off' }
    // Browsers refuse an address without https:// in a field of type url, although we add it.
    case 'link':
      return {
        type: 'text',
        inputMode: 'url',
        placeholder: step.placeholder,
        maxLength: MAX_LENGTH.freeText,
        autoComplete: 'url',
        autoCapitalize: 'none',
        spellCheck: false,
      }
    case 'text':
      return {
        type: 'text',
        placeholder: step.placeholder,
        maxLength: MAX_LENGTH.name,
        autoComplete: step.autoComplete ?? 'off',
      }
  }
}

function boundsOf({ min, max }: { min?: number; max?: number }): string[] {
  const { between, least, most } = site().form.number
  if (min !== undefined && max !== undefined) return [fill(between, { min, max })]
  return min === undefined ? (max === undefined ? [] : [fill(most, { max })]) : [fill(least, { min })]
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

type OtherFieldProps = {
  name: string
  chosen: readonly string[]
  text: string
  onText: (text: string) => void
  disabled: boolean
  invalid: boolean
  errorId: string | undefined
  isStill?: boolean | undefined
}

/** Shown while Other is chosen, or always where no script can show it. */
function OtherField({ name, chosen, text, onText, disabled, invalid, errorId, isStill = false }: OtherFieldProps) {
  const words = site().form.other
  const id = useId()
  if (!isStill && !hasOther(chosen)) return null
  return (
    <div className="mt-3">
      <label htmlFor={id} className={isStill ? 'mb-1.5 block' : 'sr-only'}>
        {words.label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={2}
        required={!isStill}
        value={text}
        onChange={(event) => onText(event.target.value)}
        placeholder={words.placeholder}
        maxLength={MAX_LENGTH.freeText}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={errorId}
        className="field field-sizing-content max-h-60 py-3"
      />
    </div>
  )
}

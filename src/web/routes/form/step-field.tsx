import { MAX_LENGTH } from '#shared/text.ts'
import { fieldStyle } from '../../ui/field.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { ChoiceList } from './choice-list.tsx'
import type { FormAnswers, Step } from './form-answers.ts'
import { OtherField } from './other-field.tsx'

type StepFieldProps = {
  step: Step
  answers: FormAnswers
  onAnswer: (change: Partial<FormAnswers>) => void
  disabled: boolean
  invalid: boolean
  errorId: string | undefined
}

/** One question and the way to answer it. Each has the focus first, so that it is read out and Tab leads to its answer. */
export function StepField({ step, answers, onAnswer, disabled, invalid, errorId }: StepFieldProps) {
  const heading = useFocusOnArrival()
  const shared = { heading, question: step.question, disabled, invalid, errorId }

  switch (step.kind) {
    case 'text':
      return (
        <div>
          <h1 ref={heading} tabIndex={-1} className="mb-6 text-heading">
            <label htmlFor={step.name}>{step.question}</label>
          </h1>
          <input
            id={step.name}
            type="text"
            required
            value={answers[step.name]}
            onChange={(event) => onAnswer({ [step.name]: event.target.value })}
            placeholder={step.placeholder}
            maxLength={MAX_LENGTH.name}
            autoComplete={step.name === 'full_name' ? 'name' : 'organization'}
            enterKeyHint="next"
            disabled={disabled}
            aria-invalid={invalid || undefined}
            aria-describedby={errorId}
            className={`${fieldStyle} min-h-14 text-lead`}
          />
        </div>
      )
    case 'yes-no':
      return (
        <ChoiceList
          {...shared}
          choices={YES_NO}
          chosen={answers.is_solo_provider === null ? [] : [answers.is_solo_provider ? 'Yes' : 'No']}
          onChoose={(choice) => onAnswer({ is_solo_provider: choice === 'Yes' })}
        />
      )
    case 'one':
      return (
        <ChoiceList
          {...shared}
          choices={step.choices.map((value) => ({ value, label: value }))}
          chosen={answers.job_industry === null ? [] : [answers.job_industry]}
          onChoose={(job_industry) => onAnswer({ job_industry })}
        />
      )
    case 'price':
      return (
        <ChoiceList
          {...shared}
          choices={step.choices}
          chosen={answers.price_range === null ? [] : [answers.price_range]}
          onChoose={(price_range) => onAnswer({ price_range })}
        />
      )
    case 'many':
      return (
        <>
          <ChoiceList
            {...shared}
            multiple
            choices={step.choices.map((value) => ({ value, label: value }))}
            chosen={answers[step.name]}
            onChoose={(choice) => onAnswer({ [step.name]: toggled(answers[step.name], choice) })}
          />
          <OtherField
            chosen={answers[step.name]}
            text={answers[step.other]}
            onText={(text) => onAnswer({ [step.other]: text })}
            disabled={disabled}
            invalid={invalid}
            errorId={errorId}
          />
        </>
      )
  }
}

const YES_NO = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
]

function toggled(chosen: string[], choice: string): string[] {
  return chosen.includes(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice]
}

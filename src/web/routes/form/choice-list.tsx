import { type Ref, useId } from 'react'
import { site } from '#shared/site/site.ts'
import { CheckIcon } from '../../ui/icons.tsx'

type Choice = { value: string; label: string; phrase?: string }

type ChoiceListProps = {
  name: string
  question: string
  heading: Ref<HTMLHeadingElement>
  level: 'h1' | 'h3'
  choices: readonly Choice[]
  chosen: readonly string[]
  onChoose: (value: string) => void
  optional: boolean | undefined
  multiple?: boolean
  disabled: boolean
  invalid: boolean
  errorId: string | undefined
}

export function ChoiceList({
  name,
  question,
  heading,
  level: Heading,
  disabled,
  invalid,
  errorId,
  optional,
  ...listed
}: ChoiceListProps) {
  return (
    <fieldset id={name} disabled={disabled} aria-describedby={errorId} aria-invalid={invalid || undefined}>
      <legend className="w-full">
        <Heading ref={heading} tabIndex={-1} className={Heading === 'h1' ? 'text-heading' : 'text-title'}>
          {question}
        </Heading>
        {listed.multiple && <span className="mt-2 block text-muted">{site().form.many}</span>}
        {optional && <span className="mt-2 block text-muted">{site().form.optional}</span>}
      </legend>
      <Choices name={name} {...listed} />
    </fieldset>
  )
}

type ChoicesProps = Pick<ChoiceListProps, 'name' | 'choices' | 'chosen' | 'onChoose' | 'multiple'>

function Choices({ name, choices, chosen, onChoose, multiple = false }: ChoicesProps) {
  const id = useId()
  return (
    <div className="choices">
      {choices.map(({ value, label, phrase }, index) => (
        <label key={index} className="choice">
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={() => onChoose(value)}
            aria-labelledby={`${id}-label-${index}`}
            aria-describedby={phrase && `${id}-phrase-${index}`}
            className="choice-input"
          />
          <span className="choice-mark">
            <CheckIcon />
          </span>
          <span className="min-w-0">
            <span id={`${id}-label-${index}`}>{label}</span>
            {phrase && (
              <span id={`${id}-phrase-${index}`} className="choice-phrase">
                {phrase}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}

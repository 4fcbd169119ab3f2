import { type Choice, OTHER, otherOf, type Question } from '#shared/site/questions.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'

type Asked = Extract<Question, { kind: 'one' | 'many' }>
type Labelled = Exclude<Choice, string>
/** Without words, it keeps the site from being published. */
export const NEW_CHOICE: Labelled = { value: '', label: '' }

type ChoicesProps = { question: Asked; known: ReadonlySet<string>; onChange: (choices: Labelled[]) => void }

export function Choices({ question, known, onChange }: ChoicesProps) {
  const choices = question.choices.map((choice) =>
    typeof choice === 'string' ? { value: choice, label: choice } : choice,
  )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-control font-medium">Choices</legend>
      <ol className="grid gap-2">
        {choices.map((choice, index) => (
          <ChoiceItem
            key={index}
            choice={choice}
            name={`Choice ${index + 1}`}
            isKnown={known.has(choice.value)}
            isOther={choice.value === OTHER && otherOf(question) !== null}
            onChange={(next) => onChange(choices.flatMap((one, place) => (place === index ? (next ?? []) : [one])))}
          />
        ))}
      </ol>
      <Button className="justify-self-start" onClick={() => onChange([...choices, NEW_CHOICE])}>
        Add choice
      </Button>
    </fieldset>
  )
}

type ItemProps = {
  choice: Labelled
  name: string
  isKnown: boolean
  isOther: boolean
  onChange: (choice: Labelled | null) => void
}

/** The first words of a new choice become its key, which stays when the words change. */
function ChoiceItem({ choice, name, isKnown, isOther, onChange }: ItemProps) {
  const { label, archived } = choice
  const act = !isKnown ? 'Remove' : archived ? 'Restore' : 'Archive'
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-2">
      <Field
        label={name}
        hidesLabel
        placeholder={name}
        dir="auto"
        value={label}
        maxLength={400}
        onValueChange={(label) => onChange(isKnown ? { ...choice, label } : { ...choice, label, value: label })}
        className={`flex-[1_1_16rem] ${archived ? '[&_input]:border-dashed [&_input]:text-muted' : ''}`}
      />
      {!isOther && (
        <Button
          kind="bare"
          aria-label={`${act}: ${label || name}`}
          onClick={() => onChange(isKnown ? { ...choice, archived: !archived } : null)}
        >
          {act}
        </Button>
      )}
    </li>
  )
}

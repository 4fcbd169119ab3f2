import { type Choice, OTHER, type Question } from '#shared/site/question.ts'
import { otherOf } from '#shared/site/questions.ts'
import { Button } from '../../../ui/button.tsx'

type Asked = Extract<Question, { kind: 'one' | 'many' }>
type Labelled = Exclude<Choice, string>
/** A choice without words, which keeps the site from being published until the owner has written them. */
export const NEW_CHOICE: Labelled = { value: '', label: '' }

/** `known`: the keys of the published choices. */
type ChoicesProps = { question: Asked; known: ReadonlySet<string>; onChange: (choices: Labelled[]) => void }

/** The choices of a question. The first words of a new choice become its key, which stays when the words change. */
export function Choices({ question, known, onChange }: ChoicesProps) {
  const choices = question.choices.map((choice) =>
    typeof choice === 'string' ? { value: choice, label: choice } : choice,
  )

  function replace(index: number, next: Labelled | null) {
    if (next) onChange(choices.map((one, place) => (place === index ? next : one)))
    else onChange(choices.filter((_one, place) => place !== index))
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="site-label">Choices</legend>
      <ol className="grid gap-2">
        {choices.map((choice, index) => (
          <ChoiceItem
            key={index}
            choice={choice}
            place={index + 1}
            isKnown={known.has(choice.value)}
            isOther={choice.value === OTHER && otherOf(question) !== null}
            onChange={(next) => replace(index, next)}
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
  place: number
  isKnown: boolean
  isOther: boolean
  /** Null removes the choice. */
  onChange: (choice: Labelled | null) => void
}

function ChoiceItem({ choice, place, isKnown, isOther, onChange }: ItemProps) {
  const { label, archived } = choice
  const act = !isKnown ? 'Remove' : archived ? 'Restore' : 'Archive'
  return (
    <li className="site-choice" data-archived={archived || undefined}>
      <input
        aria-label={`Choice ${place}`}
        placeholder={`Choice ${place}`}
        dir="auto"
        value={label}
        maxLength={400}
        onChange={({ target: { value: label } }) =>
          onChange(isKnown ? { ...choice, label } : { ...choice, label, value: label })
        }
        className="filter-field"
      />
      {!isOther && (
        <Button
          kind="bare"
          aria-label={`${act}: ${label || `Choice ${place}`}`}
          onClick={() => onChange(isKnown ? { ...choice, archived: !archived } : null)}
        >
          {act}
        </Button>
      )}
    </li>
  )
}

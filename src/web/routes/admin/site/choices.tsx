import { type Choice, OTHER, type Question } from '#shared/site/question.ts'
import { otherOf } from '#shared/site/questions.ts'
import { buttonStyle } from '../../../ui/button.ts'

type Asked = Extract<Question, { kind: 'one' | 'many' }>
type Labelled = Exclude<Choice, string>
/** `known`: the keys that are published. */
type ChoicesProps = { question: Asked; known: ReadonlySet<string>; onChange: (choices: Labelled[]) => void }

/** The choices of a question. The first words of a new choice become its key, which stays when the words change. */
export function Choices({ question, known, onChange }: ChoicesProps) {
  const choices = question.choices.map((choice) =>
    typeof choice === 'string' ? { value: choice, label: choice } : choice,
  )
  const set = (index: number, part: Partial<Labelled>) =>
    onChange(choices.map((one, place) => (place === index ? { ...one, ...part } : one)))
  const actOn = ({ value, archived }: Labelled) => (!known.has(value) ? 'Remove' : archived ? 'Offer again' : 'Archive')
  return (
    <fieldset className="grid gap-2">
      <legend className="site-label">Choices</legend>
      <ol className="grid gap-2">
        {choices.map((choice, index) => {
          const isOther = choice.value === OTHER && otherOf(question) !== null
          return (
            <li key={index} className="site-choice" data-archived={choice.archived || undefined}>
              <input
                aria-label={`Choice ${index + 1}`}
                dir="auto"
                value={choice.label}
                maxLength={400}
                onChange={({ target: { value: label } }) =>
                  set(index, known.has(choice.value) ? { label } : { label, value: label })
                }
                className="filter-field"
              />
              {!isOther && (
                <button
                  type="button"
                  aria-label={`${actOn(choice)}: ${choice.label}`}
                  className={buttonStyle('bare')}
                  onClick={() =>
                    known.has(choice.value)
                      ? set(index, { archived: !choice.archived })
                      : onChange(choices.filter((one) => one !== choice))
                  }
                >
                  {actOn(choice)}
                </button>
              )}
            </li>
          )
        })}
      </ol>
      <button
        type="button"
        className={buttonStyle('quiet', 'tool-button justify-self-start')}
        onClick={() => onChange([...choices, newChoice(choices)])}
      >
        Add a choice
      </button>
    </fieldset>
  )
}

function newChoice(choices: Labelled[]): Labelled {
  const taken = new Set(choices.map(({ value }) => value.toLowerCase()))
  for (let number = choices.length + 1; ; number++)
    if (!taken.has(`choice ${number}`)) return { value: `Choice ${number}`, label: `Choice ${number}` }
}

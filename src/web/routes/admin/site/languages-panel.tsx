import { several } from '../ui/words.ts'
import { fieldName } from '#shared/site/field-names.ts'
import { languageName } from '#shared/values/language.ts'
import { fieldId, valueAt } from './paths.ts'
import type { Draft } from './use-draft.ts'
import type { Problems } from './word-fields.tsx'
import { Field } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Select, Switch } from '../../../ui/choices.tsx'

export type Missing = Record<string, { path: string; text: string }[]>
type PanelProps = { draft: Draft; problems: Problems; missing: Missing }

export function LanguagesPanel({ draft, problems, missing }: PanelProps) {
  const { document, view, change } = draft
  const { first, others } = document.languages
  const isFixed = view.file !== null
  const offered = view.shipped_languages.filter((language) => language !== first)
  const set = (languages: Partial<typeof document.languages>) =>
    change((now) => ({ ...now, languages: { ...now.languages, ...languages } }))

  return (
    <>
      <Select
        id={fieldId('languages.first')}
        label="Your site is written in"
        hint="Its addresses have no prefix, and other languages fall back to it."
        disabled={isFixed}
        options={view.shipped_languages.map((value) => ({ value, label: languageName(value) }))}
        value={first}
        onValueChange={(next) => set({ first: next, others: others.filter((one) => one !== next) })}
      />
      {offered.map((language) => (
        <Switch
          key={language}
          label={languageName(language)}
          hint={standing(missing[language]?.length ?? 0, { language, first })}
          disabled={isFixed}
          checked={others.includes(language)}
          onChange={(isOn) =>
            set({ others: offered.filter((one) => (one === language ? isOn : others.includes(one))) })
          }
        />
      ))}
      {others.map((language) => (
        <Versions key={language} {...{ draft, problems, language }} missing={missing[language] ?? []} />
      ))}
    </>
  )
}

function standing(count: number, { language, first }: { language: string; first: string }): string {
  if (count === 0) return `Every text has a version. Visitors find it at /${language}/.`
  return `${several(count, 'text is', 'texts are')} missing and shown in ${languageName(first)}.`
}

type VersionsProps = Omit<PanelProps, 'missing'> & { language: string; missing: Missing[string] }

/** The owner's own versions, and what is missing. A text that we wrote has ours. */
function Versions({ draft, problems, language, missing }: VersionsProps) {
  const { document, view, change } = draft
  const own = document.languages.texts[language] ?? {}
  const paths = [...new Set([...Object.keys(own), ...missing.map(({ path }) => path)])]
  const texts = new Map(missing.map(({ path, text }) => [path, text]))
  if (paths.length === 0) return null

  function set(path: string, text: string) {
    change((now) => {
      const { texts } = now.languages
      const { [path]: _former, ...rest } = texts[language] ?? {}
      const versions = text.trim() === '' ? rest : { ...rest, [path]: text }
      return { ...now, languages: { ...now.languages, texts: { ...texts, [language]: versions } } }
    })
  }

  return (
    <details className="site-part">
      <summary className="min-h-11 content-center font-medium">
        {languageName(language)}: your own texts ({grouped(Object.keys(own).length)} of {grouped(paths.length)})
      </summary>
      {paths.map((path) => {
        const at = `languages.texts.${language}.${path}`
        return (
          <Field
            key={path}
            id={fieldId(at)}
            label={fieldName(path, document)}
            hint={texts.get(path) ?? String(valueAt(document, path) ?? '')}
            problem={problems[at] ? `This ${problems[at]}.` : null}
            dir="auto"
            lang={language}
            rows={1}
            className="site-text"
            readOnly={view.file !== null}
            value={own[path] ?? ''}
            onValueChange={(text) => set(path, text)}
          />
        )
      })}
    </details>
  )
}

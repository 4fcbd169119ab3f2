import { peopleWords } from './words.ts'
import type { Readers } from '#shared/list/reader-texts.ts'
import { languageName } from '#shared/values/language.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Segments } from '../../../ui/choices.tsx'

type ReaderLanguageProps = {
  /** Empty until they are known. */
  readers: Readers
  /** The languages beside the first one that have words. */
  written: string[]
  value: string | null
  onChange: (language: string | null) => void
}

/** Chooses whose words are written and previewed; null: those of the first language. Nothing if there is only one. */
export function ReaderLanguage({ readers, written, value, onChange }: ReaderLanguageProps) {
  const [first, ...others] = readers
  if (!first || others.length === 0) return null
  return (
    <div className="grid gap-2">
      <Segments
        label="Language of the email"
        options={readers.map(({ language, people }) => ({
          value: language,
          label: languageName(language),
          more: ` ${grouped(people)}`,
        }))}
        value={value ?? first.language}
        onChange={(language) => onChange(language === first.language ? null : language)}
      />
      <p className="text-small text-muted">{whoGetsWhat({ first: first.language, others, written })}</p>
    </div>
  )
}

type Asked = { first: string; others: Readers; written: string[] }

function whoGetsWhat({ first, others, written }: Asked): string {
  const left = others.filter(({ language, people }) => people > 0 && !written.includes(language))
  if (left.length === 0) return 'Everyone gets it in their own language.'
  const told = left.map(
    ({ language, people }) => `${peopleWords(people)} who read${people === 1 ? 's' : ''} ${languageName(language)}`,
  )
  return `${new Intl.ListFormat('en-GB').format(told)} will get it in ${languageName(first)}, until you write it in theirs.`
}

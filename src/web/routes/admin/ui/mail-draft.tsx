import { useEffect, useId, useRef, useState } from 'react'
import type { ROUTES } from '#shared/routes.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Form } from '../../../ui/form.tsx'
import { Segments } from '../../../ui/choices.tsx'
import { useAccount } from '../state/use-account.tsx'
import { peopleWords } from './words.ts'
import type { Readers } from '#shared/list/reader-texts.ts'
import { languageName } from '#shared/values/language.ts'
import { grouped } from '../../../ui/grouped.ts'

const WIDTHS = { phone: 'max-w-90', computer: 'max-w-175' } as const

/** The mail as the server draws it. A form sends the words, because long ones do not fit into the frame's address. */
export function MailFrame({ action, fields }: { action: string; fields: Record<string, string> }) {
  const form = useRef<HTMLFormElement>(null)
  const target = useId()
  const [width, setWidth] = useState<keyof typeof WIDTHS>('computer')
  const sent = JSON.stringify(fields)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the form holds them
  useEffect(() => form.current?.submit(), [sent])
  return (
    <div className="grid content-start gap-2">
      <Segments
        label="Width of the preview"
        options={[
          { value: 'computer', label: 'Computer' },
          { value: 'phone', label: 'Phone' },
        ]}
        value={width}
        onChange={setWidth}
      />
      <form ref={form} method="post" action={action} target={target} hidden>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <iframe
        name={target}
        title="How the email looks"
        sandbox=""
        className={`h-136 w-full rounded-card border border-edge ${WIDTHS[width]}`}
      />
    </div>
  )
}

type TestMailProps = { route: (typeof ROUTES)['sendTestUpdate' | 'sendWaveTestMail']; words: object }

export function TestMail({ route, words }: TestMailProps) {
  const email = useAccount()?.email ?? ''
  const send = useAction(route, { done: ({ message }) => message })
  return (
    <Form action={send} value={words} className="grid gap-3">
      <Field
        label="Send a test to"
        name="to"
        type="email"
        required
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        defaultValue={email}
      />
      <Button type="submit" busyLabel="Sending..." className="justify-self-start">
        Send test
      </Button>
    </Form>
  )
}

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

function whoGetsWhat({ first, others, written }: { first: string; others: Readers; written: string[] }): string {
  const left = others.filter(({ language, people }) => people > 0 && !written.includes(language))
  if (left.length === 0) return 'Everyone gets it in their own language.'
  const told = left.map(
    ({ language, people }) => `${peopleWords(people)} who read${people === 1 ? 's' : ''} ${languageName(language)}`,
  )
  return `${new Intl.ListFormat('en-GB').format(told)} will get it in ${languageName(first)}, until you write it in theirs.`
}

import { useEffect, useId, useRef, useState } from 'react'
import type { UpdateWords } from '#shared/list/updates.ts'
import { ROUTES } from '#shared/routes.ts'
import { Segments } from '../../../ui/segments.tsx'

const WIDTHS = { phone: 'max-w-90', computer: 'max-w-175' } as const

/** The mail as the server draws it. A form sends the words, because long ones do not fit into the frame's address. */
export function UpdateFrame({ words, entryId }: { words: UpdateWords; entryId?: string | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const target = useId()
  const [width, setWidth] = useState<keyof typeof WIDTHS>('computer')
  const { subject, text, button_label, button_link } = words
  const fields = { subject, text, button_label, button_link, ...(entryId && { entry_id: entryId }) }
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the form holds them
  useEffect(() => form.current?.submit(), [subject, text, button_label, button_link, entryId])
  return (
    <div className="grid gap-2">
      <Segments
        label="Width of the preview"
        options={[
          { value: 'computer', label: 'Computer' },
          { value: 'phone', label: 'Phone' },
        ]}
        value={width}
        onChange={setWidth}
      />
      <form ref={form} method="post" action={ROUTES.updateMail.path} target={target} hidden>
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

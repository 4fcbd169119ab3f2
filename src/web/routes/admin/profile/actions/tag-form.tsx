import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { LONGEST_TAG } from '#shared/list/act-requests.ts'
import { call } from '../../../../calls/call.ts'
import { tagsQuery } from '../../state/queries.ts'
import { type ActFormProps, focus } from './note-form.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'

export function TagForm({ select, acting, onDone }: ActFormProps) {
  const tags = useQuery(tagsQuery).data ?? []

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = () => String(new FormData(form).get('tag')).trim()
    const tag = read()
    // The form stays open if the owner has typed on since, or has closed it and opened it once more.
    const close = () => form.isConnected && read() === tag && onDone()
    if (tag) void acting.act(() => call(ROUTES.createAct, { kind: 'tag', tag, remove: false, select }), close)
  }

  return (
    <form onSubmit={save} className="act-form">
      <Field
        ref={focus}
        label="Tag"
        name="tag"
        suggestions={tags.map(({ tag }) => tag)}
        maxLength={LONGEST_TAG}
        required
        autoComplete="off"
      />
      <div className="act-form-foot">
        <Button kind="primary" type="submit" busy={acting.isActing}>
          Add tag
        </Button>
      </div>
    </form>
  )
}

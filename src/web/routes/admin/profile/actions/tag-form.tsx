import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { makeAct } from '../../../../api/admin/acts.ts'
import { LONGEST_TAG } from '#shared/list/act-requests.ts'
import { buttonStyle } from '../../../../ui/button.ts'
import { tagsQuery } from '../../state/queries.ts'
import { type ActFormProps, focus } from './note-form.tsx'

export function TagForm({ select, acting, onDone }: ActFormProps) {
  const id = useId()
  const tags = useQuery(tagsQuery).data ?? []

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = () => String(new FormData(form).get('tag')).trim()
    const tag = read()
    // The form stays open if the owner has typed on since, or has closed it and opened it once more.
    const close = () => form.isConnected && read() === tag && onDone()
    if (tag) void acting.act(() => makeAct({ kind: 'tag', tag, remove: false, select }), close)
  }

  return (
    <form onSubmit={save} className="act-form">
      <label htmlFor={id} className="filter-label">
        Tag
      </label>
      <div className="act-form-line">
        <input
          ref={focus}
          id={id}
          name="tag"
          list={`${id}-tags`}
          maxLength={LONGEST_TAG}
          required
          autoComplete="off"
          className="filter-field"
        />
        <datalist id={`${id}-tags`}>
          {tags.map(({ tag }) => (
            <option key={tag}>{tag}</option>
          ))}
        </datalist>
        <button type="submit" disabled={acting.isActing} className={buttonStyle('primary', 'tool-button')}>
          Add tag
        </button>
      </div>
    </form>
  )
}

import { parseView, type View, viewPath } from '../state/view.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { LONGEST_VIEW_NAME } from '#shared/list/saved-views.ts'
import { ROUTES } from '#shared/routes.ts'
import { paths } from '#shared/site/paths.ts'
import { call } from '../../../calls/call.ts'
import { allOf, useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton, Dialog } from '../../../ui/dialog.tsx'
import { Field, Form, Problem } from '../../../ui/form.tsx'
import { May } from '../state/use-account.tsx'
import { goTo } from '../state/use-view.tsx'

const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: () => call(ROUTES.savedViews).then(({ views }) => views),
})
const REFRESH = { refresh: ['saved-views'] }

/** Filters and order under a name, which all accounts share. */
export function SavedViews({ view }: { view: View }) {
  const { data: views = [] } = useQuery(savedViewsQuery)
  const save = useAction(ROUTES.saveView, REFRESH)
  const removal = useAction(ROUTES.deleteView, REFRESH)
  const { problem } = allOf(removal)
  // Words of a search may name people, so they are not saved.
  const [, query = ''] = viewPath({ ...view, q: '', page: null, entry: null }).split('?')
  return (
    <Dialog
      size="sheet"
      title="Saved views"
      description="Everyone on your team sees them."
      trigger={<Button kind="segment">{views.length > 0 ? `Views (${views.length})` : 'Views'}</Button>}
    >
      {views.length === 0 && (
        <p className="text-muted">Nothing saved yet. Filter or sort the list, then save it here.</p>
      )}
      <ul className="divide-y divide-line empty:hidden">
        {views.map(({ id, name, query }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <CloseButton
              kind="bare"
              className="min-w-0"
              onClick={() => goTo(parseView(query, `${paths.admin}/people`))}
            >
              {name}
            </CloseButton>
            <May needs="manager">
              <Button
                kind="bare"
                aria-label={`Delete: ${name}`}
                disabled={removal.busy}
                onClick={() => removal.run({ id })}
              >
                Delete
              </Button>
            </May>
          </li>
        ))}
      </ul>
      <Problem>{problem?.message}</Problem>
      <May needs="manager">
        <Form action={save} value={{ query }} onSaved="reset">
          <Field
            label="Save this list as"
            name="name"
            maxLength={LONGEST_VIEW_NAME}
            autoComplete="off"
            required
            hint="A view with the same name is replaced."
          />
          <Button kind="primary" type="submit" className="justify-self-start">
            Save view
          </Button>
        </Form>
      </May>
    </Dialog>
  )
}

import { ROUTES } from '#shared/routes.ts'
import type { ListedKey } from '#shared/programs/keys.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useOwnerTime } from '../../../ui/owner-time.ts'
import { KEY_STATE_WORDS, SCOPE_WORDS } from './words.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Problem } from '../../../ui/form.tsx'

/** One key: its scopes, its owner and its last use. */
export function KeyRow({ apiKey }: { apiKey: ListedKey }) {
  const { id, name, prefix, scopes, account, state, used_at, expires_at } = apiKey
  const { run, problem, busy: isBusy } = useAction(ROUTES.revokeKey, { refresh: ['programs'] })
  return (
    <li>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {name} <code className="text-small text-muted">{prefix}…</code>
        </p>
        <p className="text-small wrap-anywhere text-muted">
          {scopes.map((scope) => SCOPE_WORDS[scope].name).join(', ')} · by {account.name} ·{' '}
          {used_at === null ? (
            'never used'
          ) : (
            <>
              last used <Moment date={used_at} />
            </>
          )}
          {state === 'active' && expires_at && <Until date={expires_at} />}
        </p>
        <p className="text-small text-danger empty:hidden">{KEY_STATE_WORDS[state]}</p>
        <Problem>{problem?.message ?? null}</Problem>
      </div>
      <div className="account-buttons">
        <Confirm
          label="Revoke"
          about={name}
          disabled={isBusy}
          title={`Revoke ${name}?`}
          consequence="Apps that use it stop working right away. You can’t undo this, but you can create another key."
          onConfirm={() => void run({ id })}
        />
      </div>
    </li>
  )
}

function Until({ date }: { date: string }) {
  return <> · expires {useOwnerTime(date, 'medium')}</>
}

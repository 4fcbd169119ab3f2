import type { ListedKey } from '#shared/programs/keys.ts'
import { revokeKey } from '../../../api/admin/keys.ts'
import { useChange } from '../accounts/use-change.ts'
import { useNow } from '../state/use-now.ts'
import { SubmittedTime } from '../ui/submitted-time.tsx'
import { useOwnerTime } from '../ui/owner-time.ts'
import { Question } from '../ui/question.tsx'
import { KEY_STATE_WORDS, SCOPE_WORDS } from './words.ts'

/** One key: its scopes, its owner and its last use. */
export function KeyRow({ apiKey }: { apiKey: ListedKey }) {
  const { id, name, prefix, scopes, account, state, used_at, expires_at } = apiKey
  const { change, problem, isBusy } = useChange()
  const now = useNow()
  return (
    <li>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {name} <code className="text-small text-muted">{prefix}...</code>
        </p>
        <p className="text-small wrap-anywhere text-muted">
          {scopes.map((scope) => SCOPE_WORDS[scope].name).join(', ')} · by {account.name} ·{' '}
          {used_at === null ? (
            'never used'
          ) : (
            <>
              last used <SubmittedTime date={used_at} now={now} />
            </>
          )}
          {state === 'active' && expires_at && <Until date={expires_at} />}
        </p>
        <p className="text-small text-danger empty:hidden">{KEY_STATE_WORDS[state]}</p>
        <p role="alert" className="text-small text-danger empty:hidden">
          {problem}
        </p>
      </div>
      <div className="account-buttons">
        <Question
          label="Revoke"
          about={name}
          tone="quiet"
          disabled={isBusy}
          title={`Revoke the key ${name}?`}
          consequence="Programs that use it are refused from now on. This cannot be undone, but you can make another key."
          onConfirm={() => void change(() => revokeKey(id))}
        />
      </div>
    </li>
  )
}

function Until({ date }: { date: string }) {
  return <> · until {useOwnerTime(date, 'medium')}</>
}

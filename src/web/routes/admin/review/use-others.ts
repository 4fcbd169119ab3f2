import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActKindName } from '#shared/list/act-requests.ts'
import type { ActRow } from '#shared/list/acts.ts'
import { useAccount } from '../state/use-account.tsx'
import { actWords } from '../entries/act-words.ts'
import { actsQuery } from '../state/queries.ts'
import type { Deciding } from './decision.tsx'
import { byWords, othersWords } from './words.ts'

const DECISIONS: readonly ActKindName[] = ['reject', 'accept', 'hold', 'trust-rule', 'erase']

export function isDecision({ kind }: { kind: ActKindName }): boolean {
  return DECISIONS.includes(kind)
}

/** Finds the decisions of other screens in the first page of the log, which live events keep up to date. */
export function useOthers({ own, isBusy }: Pick<Deciding, 'own' | 'isBusy'>) {
  const account = useAccount()
  const { data } = useInfiniteQuery({ ...actsQuery({}), refetchOnMount: 'always' })
  const acts = data?.pages[0]?.acts
  // Newer acts have greater ids.
  const [since, setSince] = useState<string>()
  if (since === undefined && acts) setSince(acts[0]?.id ?? '')
  // While this screen decides, it does not know the id of its own act yet.
  const isOther = (act: ActRow) => !own.has(act.id) && !(isBusy && act.account?.id === account?.id)
  const others = (acts ?? []).filter((act) => isDecision(act) && isOther(act))
  const newest = others.find(({ id }) => since !== undefined && id > since)
  return {
    /** For example 'Robin: Rejected · 3 friends of K7P2QX, under Review'. */
    newest: newest?.account ? othersWords(newest, byWords(newest.account, account)) : null,
    /** Who decided about friends of an inviter: 'Rejected by Robin'. */
    about(inviter: string) {
      const act = others.find(
        ({ selection, undone_by }) => selection.friends?.inviter === inviter && undone_by === null,
      )
      return act?.account ? `${actWords(act)} by ${byWords(act.account, account)}` : null
    },
  }
}

/** The items in the order of their first appearance. Items that are gone stay in their place, so that nothing moves. */
export function useKept<Item extends { id: string }>(items: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(items)
  const newest = new Map(items.map((item) => [item.id, item]))
  const known = new Set(kept.map(({ id }) => id))
  const next = [...kept.map((item) => newest.get(item.id) ?? item), ...items.filter(({ id }) => !known.has(id))]
  if (next.length === kept.length && next.every((item, index) => item === kept[index])) return kept
  setKept(next)
  return next
}

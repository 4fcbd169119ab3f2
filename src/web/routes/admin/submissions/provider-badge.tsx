/** 'Solo' or 'Group'; 'N/A' for an entry without this answer. */
export function ProviderBadge({ isSolo }: { isSolo: boolean | null | undefined }) {
  if (isSolo === null || isSolo === undefined) return <>N/A</>
  return <span className={isSolo ? 'badge badge-solo' : 'badge'}>{isSolo ? 'Solo' : 'Group'}</span>
}

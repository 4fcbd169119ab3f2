import { Copy } from '../../../ui/copy.tsx'

export function ShownOnce({ text, what }: { text: string; what: string }) {
  return (
    <div className="account-link" aria-live="polite">
      <p>Copy this {what} now. You won’t see it again.</p>
      <Copy text={text} label={`Copy ${what}`} isShown />
    </div>
  )
}

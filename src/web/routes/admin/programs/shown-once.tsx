import { Copy } from '../../../ui/copy.tsx'

/** A new key or secret, which is shown only once. `what`: its name in the text. */
export function ShownOnce({ text, what }: { text: string; what: string }) {
  return (
    <div className="account-link" aria-live="polite">
      <p>Copy this {what} now. You won’t see it again.</p>
      <Copy text={text} label={`Copy ${what}`} isShown />
    </div>
  )
}

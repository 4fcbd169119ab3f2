import type { Faults, Typed } from '#shared/pages/page-content.ts'
import { joinPath, localPath, pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { buttonStyle } from './button.ts'

/** Asks for an address while the list is paused. The browser posts it: there is nothing that scripts could add. */
export function RestForm({ id, typed = {}, faults = {} }: { id: string; typed?: Typed; faults?: Faults }) {
  if (site().listState !== 'paused') return null
  const { button, consent } = site().rest.paused
  const fault = faults.form ?? faults.email
  return (
    <form method="post" action={localPath(joinPath)} className="w-full max-w-xl space-y-3" aria-label={button}>
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      <label htmlFor={id} className="block font-medium">
        {site().signUp.label}
      </label>
      <input
        id={id}
        name="email"
        type="email"
        required
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        defaultValue={typeof typed.email === 'string' ? typed.email : ''}
        aria-invalid={fault ? true : undefined}
        className="field"
      />
      <p className="text-small">
        {consent}{' '}
        <a href={localPath(pagePaths.privacy)} className="underline underline-offset-4">
          {site().frame.privacy}
        </a>
      </p>
      <button type="submit" name="act" value="tell" className={buttonStyle('primary')}>
        {button}
      </button>
    </form>
  )
}

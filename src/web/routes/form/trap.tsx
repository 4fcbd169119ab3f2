import type { Ref } from 'react'

/**
 * A honeypot, which programs fill in and people never see: no screen reader, keyboard or autofill reaches it, and
 * password managers are told to ignore it.
 */
export function Trap({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div hidden>
      <label>
        Website
        <input
          ref={ref}
          type="text"
          name="website"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  )
}

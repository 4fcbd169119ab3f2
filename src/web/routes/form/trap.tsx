import type { Ref } from 'react'

/**
 * A field that programs fill in and people never meet: it is not drawn, so no screen reader, keyboard or browser's
 * autofill comes to it, and password managers are told to leave it alone.
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

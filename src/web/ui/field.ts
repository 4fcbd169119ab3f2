/** The classes of all text fields. */
export const fieldStyle =
  'min-h-12 w-full rounded-control border border-edge bg-raised px-4 text-body text-ink placeholder:text-muted hover:border-ink ' +
  'focus-visible:border-ink aria-invalid:border-danger aria-invalid:bg-danger-wash'

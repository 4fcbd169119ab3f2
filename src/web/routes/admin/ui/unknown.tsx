/** Shown in place of a figure that could not be loaded, because a zero would be wrong. */
export function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not known</span>
    </>
  )
}

/** In place of a figure that could not be fetched: zero would be a claim. */
export function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not known</span>
    </>
  )
}

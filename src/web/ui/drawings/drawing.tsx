/** `art`: of src/shared/site/artwork.ts, by way of the site. */
export function Drawing({ box, art, className = '' }: { box: string; art: string; className?: string }) {
  return (
    <svg
      viewBox={box}
      fill="none"
      aria-hidden="true"
      className={`drawing ${className}`}
      dangerouslySetInnerHTML={{ __html: art }}
    />
  )
}

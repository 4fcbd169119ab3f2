/*
 * They stand on the seat of a waiting chair (y = 104, x around 52). Velvet fills are drawn first, with a small offset.
 */

export function Scissors() {
  return (
    <>
      <path d="M36 92a9 9 0 1 0 .1 0zM68 92a9 9 0 1 0 .1 0z" transform="translate(0 -7)" />
      <path d="M40 86l20-58c2-5 5-4 4 1L54 62M64 86L44 28c-2-5-5-4-4 1l10 33" />
      <path d="M52 60h.1" strokeWidth="3" />
    </>
  )
}

export function Comb() {
  return (
    <>
      <path d="M42 24c0-5 3-8 7-8h2c4 0 6 3 6 7v78c0 2-1 3-3 3h-9c-2 0-3-1-3-3z" />
      <path d="M57 30h10M57 38h10M57 46h10M57 54h10M57 62h10M57 70h10M57 78h10M57 86h10M57 94h10" strokeWidth="1.25" />
    </>
  )
}

export function Brush() {
  return (
    <>
      <path className="fill-velvet" stroke="none" d="M44 46c-4-12 0-24 11-34 11 10 15 22 11 34z" />
      <path d="M42 44c-4-12 0-24 10-34 10 10 14 22 10 34z" />
      <path d="M42 44h20v12H42zM45 56h14l-3 44c0 5-8 5-8 0z" />
      <path d="M52 22v14" strokeWidth="1.25" />
    </>
  )
}

export function Bottle() {
  return (
    <>
      <path className="fill-velvet" stroke="none" d="M40 74h33v32H42z" />
      <path d="M36 104V58c0-7 5-10 11-11h10c6 1 11 4 11 11v46z" />
      <path d="M46 47V36h12v11M42 36h20M52 36V26h-8c-4 0-7 2-8 6M52 26h6" />
      <path d="M36 70h32M36 90h32" strokeWidth="1.25" />
    </>
  )
}

export function Polish() {
  return (
    <>
      <path className="fill-velvet" stroke="none" d="M42 84c0-8 5-12 13-12s13 4 13 12v22H42z" />
      <path d="M38 82c0-8 6-12 14-12s14 4 14 12v22H38z" />
      <path d="M45 70l2-40c0-6 10-6 10 0l2 40" />
    </>
  )
}

export function Mirror() {
  return (
    <>
      <path d="M52 12c13 0 21 10 21 22s-8 22-21 22-21-10-21-22 8-22 21-22z" />
      <path d="M47 56l2 44c0 5 6 5 6 0l2-44" />
      <path d="M42 36c1-8 5-12 10-14M46 42l12-14" strokeWidth="1.25" />
    </>
  )
}

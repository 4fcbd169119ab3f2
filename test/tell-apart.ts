/** The time that a request took, with its kind: whether its email is known. */
type Sample = { isKnown: boolean; took: number }

/**
 * The share of right guesses if the kind of a sample is guessed from its time alone. The threshold that is best for one
 * half of the samples is applied to the other half, with equally many samples of each kind.
 */
export function tellApart(samples: Sample[]): number {
  const [learned, judged] = [
    balanced(samples.filter((_, index) => index % 2)),
    balanced(samples.filter((_, index) => !(index % 2))),
  ]
  const best = learned
    .map(({ took }) => ({ took, right: rightOf(learned, took) }))
    .reduce((one, other) => (Math.abs(other.right - 0.5) > Math.abs(one.right - 0.5) ? other : one))
  const right = rightOf(judged, best.took)
  return best.right >= 0.5 ? right : 1 - right
}

function rightOf(samples: Sample[], threshold: number): number {
  return samples.filter(({ isKnown, took }) => isKnown === took > threshold).length / samples.length
}

function balanced(samples: Sample[]): Sample[] {
  const [yes, no] = [samples.filter(({ isKnown }) => isKnown), samples.filter(({ isKnown }) => !isKnown)]
  const size = Math.min(yes.length, no.length)
  return [...yes.slice(0, size), ...no.slice(0, size)]
}

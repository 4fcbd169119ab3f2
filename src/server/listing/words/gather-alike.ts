import { inSlices } from '../../base/in-slices.ts'

/** Two texts are alike if the pieces in both are at least this share of the pieces in either (Jaccard similarity). */
const ALIKE = 0.5
/** The most groups that later items can join. Comparing all of 10,000 texts with one another takes seconds. */
const MOST_LEADERS = 1_000

type Leader = { index: number; pieces: Int32Array }

/**
 * Returns for each item the index of the item that leads its group; a leader has its own index. Items come in the order
 * of their weight, the heaviest first. Each joins the most similar earlier leader, or leads a group itself. If two
 * leaders are equally similar, it joins the earlier one.
 *
 * Two texts that are alike share one of their rarest pieces, so only leaders with such a piece are compared ('prefix
 * filtering', Chaudhuri et al. 2006; Bayardo et al. 2007).
 */
export async function gatherAlike(items: { pieces: string[] }[]): Promise<number[]> {
  const ranked = await rankPieces(items)
  const leadersByPiece = new Map<number, Leader[]>()
  const leaderOf: number[] = []
  let leaders = 0
  await inSlices(ranked, (pieces) => {
    const index = leaderOf.length
    const prefix = pieces.subarray(0, pieces.length - Math.ceil(ALIKE * pieces.length) + 1)
    const leader = mostSimilar(pieces, prefix, leadersByPiece)
    leaderOf.push(leader?.index ?? index)
    if (leader || leaders === MOST_LEADERS) return
    leaders += 1
    addLeader({ index, pieces }, prefix, leadersByPiece)
  })
  return leaderOf
}

/** The pieces of each item as numbers, the rarest first. */
async function rankPieces(items: { pieces: string[] }[]): Promise<Int32Array[]> {
  const counts = new Map<string, number>()
  await inSlices(items, ({ pieces }) => {
    for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  })
  const rarestFirst = [...counts].sort(([a, n], [b, m]) => n - m || (a < b ? -1 : 1))
  const ranks = new Map(rarestFirst.map(([piece], rank) => [piece, rank]))
  const ranked: Int32Array[] = []
  await inSlices(items, ({ pieces }) => ranked.push(Int32Array.from(pieces, (piece) => ranks.get(piece)!).sort()))
  return ranked
}

function mostSimilar(pieces: Int32Array, prefix: Int32Array, leadersByPiece: Map<number, Leader[]>): Leader | null {
  let best: Leader | null = null
  let most = ALIKE
  const seen = new Set<Leader>()
  for (const piece of prefix) {
    for (const leader of leadersByPiece.get(piece) ?? []) {
      if (seen.has(leader)) continue
      seen.add(leader)
      const similarity = similarityOf(pieces, leader.pieces, most)
      if (similarity < most || (best && similarity === most && leader.index > best.index)) continue
      best = leader
      most = similarity
    }
  }
  return best
}

function addLeader(leader: Leader, prefix: Int32Array, leadersByPiece: Map<number, Leader[]>) {
  for (const piece of prefix) {
    const leaders = leadersByPiece.get(piece)
    if (leaders) leaders.push(leader)
    else leadersByPiece.set(piece, [leader])
  }
}

/** The number of pieces in both, divided by the number in either; 0 if it is below `least`. Both are sorted. */
function similarityOf(one: Int32Array, other: Int32Array, least: number): number {
  const needed = (least / (1 + least)) * (one.length + other.length)
  let shared = 0
  for (let a = 0, b = 0; a < one.length && b < other.length;) {
    if (shared + Math.min(one.length - a, other.length - b) < needed) return 0
    const difference = one[a]! - other[b]!
    if (difference === 0) shared += 1
    if (difference <= 0) a += 1
    if (difference >= 0) b += 1
  }
  return shared / (one.length + other.length - shared)
}

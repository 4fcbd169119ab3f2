import { Bottle, Brush, Comb, Mirror, Polish, Scissors } from './tools.tsx'
import { WaitingChair } from './waiting-chair.tsx'

const TOOLS = { Scissors, Brush, Comb, Polish, Bottle, Mirror }

/** As many chairs as fit. */
export function WaitingRow({ className = '' }: { className?: string }) {
  return (
    <div className={`flex flex-row-reverse flex-wrap overflow-hidden ${className}`} aria-hidden="true">
      {Object.entries(TOOLS).map(([name, Tool]) => (
        <WaitingChair key={name} className="h-full w-auto shrink-0">
          <Tool />
        </WaitingChair>
      ))}
    </div>
  )
}

import { useId } from 'react'
import { colorsOf, nearestBrandColor } from '#shared/site/brand-colors.ts'
import { contrast } from '#shared/values/color.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'

/** The brand colour. If text on it would be unreadable, the field offers the nearest colour with enough contrast. */
export function ColorField({ draft }: { draft: Draft }) {
  const id = useId()
  const { document, view, change } = draft
  const { color } = document.look
  const nearest = nearestBrandColor(color)
  const { light, dark, onVelvet } = colorsOf(nearest)
  const set = (value: string) => change(withValue(document, 'look.color', value))
  return (
    <div className="setting" data-changed={color !== (view.document as typeof document).look.color || undefined}>
      <label htmlFor={id} className="site-label">
        Brand colour
      </label>
      <span className="site-color">
        <input
          id={id}
          type="color"
          disabled={view.file !== null}
          value={color}
          onChange={({ target }) => set(target.value)}
        />
        <Sample name="Light" paper={light.paper} velvet={light.velvet} ink={onVelvet.ink} />
        <Sample name="Dark" paper={dark.paper} velvet={dark.velvet} ink={onVelvet.ink} />
      </span>
      {nearest === color ? (
        <p className="setting-hint">
          Text on it has a contrast of {contrast(color, onVelvet.ink).toFixed(1)} to 1; 4.5 is needed.
        </p>
      ) : (
        <p className="setting-problem">
          Text could not be read on {color}. The nearest colour on which it can is {nearest}, shown above.{' '}
          <button type="button" className={buttonStyle('bare')} onClick={() => set(nearest)}>
            Use {nearest}
          </button>
        </p>
      )}
    </div>
  )
}

function Sample({ name, paper, velvet, ink }: Record<'name' | 'paper' | 'velvet' | 'ink', string>) {
  return (
    <svg viewBox="0 0 120 44" className="site-sample" role="img" aria-label={`${name}: a button in this colour`}>
      <rect width="120" height="44" rx="8" fill={paper} />
      <rect x="10" y="8" width="100" height="28" rx="6" fill={velvet} />
      <text x="60" y="27" textAnchor="middle" fontSize="13" fontWeight="600" fill={ink}>
        {name}
      </text>
    </svg>
  )
}

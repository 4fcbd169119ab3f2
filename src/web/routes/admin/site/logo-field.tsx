import { useId, useRef, useState } from 'react'
import { colorsOf } from '#shared/site/brand-colors.ts'
import { LOGO_TYPES } from '#shared/site/logo.ts'
import { paths } from '#shared/site/paths.ts'
import { sendLogo } from '../../../api/admin/site.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'

type Logo = NonNullable<Draft['document']['look']['logo']>

/** The logo in place of the chair, as it will look on light and on dark pages. */
export function LogoField({ draft }: { draft: Draft }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isDrawing, setDrawing] = useState(false)
  const { document, view } = draft
  const { logo } = document.look
  const set = (next: Logo | null) => draft.change((now) => withValue(now, 'look.logo', next))
  const isChanged = JSON.stringify(logo) !== JSON.stringify((view.document as typeof document).look.logo)

  async function send(file: File | undefined) {
    if (!file) return
    setProblem(null)
    setDrawing(true)
    const drawn = await sendLogo(file).catch(() => 'could not be sent: the server cannot be reached right now')
    setDrawing(false)
    if (typeof drawn === 'string') setProblem(`${file.name} ${drawn}.`)
    else set({ ...drawn, hasName: logo?.hasName ?? false })
  }

  return (
    <div className="setting" data-changed={isChanged || undefined} data-invalid={problem ? true : undefined}>
      <span id={id} className="site-label">
        Logo
      </span>
      {logo && (
        <span className="site-color">
          <Shown logo={logo} name={document.brand.name} color={document.look.color} mode="light" />
          <Shown logo={logo} name={document.brand.name} color={document.look.color} mode="dark" />
        </span>
      )}
      {view.file === null && (
        <span className="site-state-acts">
          <input
            ref={input}
            type="file"
            accept={LOGO_TYPES.join()}
            aria-label="Logo file"
            className="sr-only"
            onChange={({ target }) => {
              void send(target.files?.[0])
              // The same file again is a change too: it may have been corrected.
              target.value = ''
            }}
          />
          <button
            type="button"
            aria-labelledby={`${id}-choose ${id}`}
            disabled={isDrawing}
            className={buttonStyle('quiet', 'tool-button')}
            onClick={() => input.current?.click()}
          >
            <span id={`${id}-choose`}>{isDrawing ? 'Drawing…' : logo ? 'Another file' : 'Choose a file'}</span>
          </button>
          {logo && (
            <>
              <button type="button" className={buttonStyle('bare')} onClick={() => set(null)}>
                Back to the chair
              </button>
              <label className="site-check">
                <input
                  type="checkbox"
                  checked={logo.hasName}
                  onChange={({ target }) => set({ ...logo, hasName: target.checked })}
                />{' '}
                The name is part of it
              </label>
            </>
          )}
        </span>
      )}
      <output className={problem ? 'setting-problem' : 'setting-hint'}>
        {problem ??
          'SVG, PNG, JPEG or WebP, up to 2 MB. It is drawn anew for the header, for tabs and for home screens; the file itself is shown to nobody. Write letters in an SVG as shapes.'}
      </output>
    </div>
  )
}

type ShownProps = { logo: Logo; name: string; color: string; mode: 'light' | 'dark' }

/** A preview of the start of the header. */
function Shown({ logo: { hash, width, height, hasName }, name, color, mode }: ShownProps) {
  const { paper, ink } = colorsOf(color)[mode]
  return (
    <span className="site-logo-shown" style={{ background: paper, color: ink }}>
      <img src={`${paths.api.adminSiteLogo}/${hash}`} width={width} height={height} alt={`The logo on ${mode} pages`} />
      {!hasName && <span className="site-name">{name}</span>}
    </span>
  )
}

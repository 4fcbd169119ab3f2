import { useRef, useState } from 'react'
import { colorsOf } from '#shared/site/brand-colors.ts'
import { DRAWN_FILM } from '#shared/site/film.ts'
import { LOGO_TYPES } from '#shared/site/logo.ts'
import { ROUTES } from '#shared/routes.ts'
import { addressOf } from '../../../calls/call.ts'
import { reasonOf } from '../../../calls/call-error.ts'
import { fieldId, textsBelow, withValue } from './paths.ts'
import { sendLogo } from './site-calls.ts'
import type { Draft } from './use-draft.ts'
import { type Problems, WordField, WordFields } from './word-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Check } from '../../../ui/switch.tsx'

const BRAND: [path: string, label: string, hint?: string][] = [
  ['brand.name', 'Name', 'Write {brand} to use it in any other text.'],
  ['brand.launch', 'Opening', 'Write {launch} to use it in any other text.'],
  ['brand.opens', 'Opening, on tickets', 'Include {launch}.'],
  ['brand.opensLine', 'Opening, in the footer'],
]
const CONTACT: typeof BRAND = [
  ['brand.pitch', 'Pitch, in one sentence', 'Shown by search engines and link previews.'],
  ['brand.supportEmail', 'Support email', 'Named on the privacy page. Write {support} to use it in any other text.'],
]

type BrandProps = { draft: Draft; problems: Problems }

export function BrandFields({ draft, problems }: BrandProps) {
  const fields = (list: typeof BRAND) =>
    list.map(([path, label, hint]) => (
      <WordField key={path} draft={draft} path={path} label={label} hint={hint} problem={problems[path]} />
    ))
  return (
    <>
      {fields(BRAND)}
      <ColorField draft={draft} />
      <LogoField draft={draft} />
      <FilmField draft={draft} problem={problems[FILM]} />
      {fields(CONTACT)}
      <WordFields draft={draft} problems={problems} texts={textsBelow(draft.document, 'brand.address')} />
    </>
  )
}

const FILM = 'landing.film.address'

function FilmField({ draft, problem }: { draft: Draft; problem: string | undefined }) {
  const { address } = draft.document.landing.film
  const set = (next: string) => draft.change((now) => withValue(now, FILM, next))
  const hint =
    address === ''
      ? 'No film: the first page leaves the section out. Paste a YouTube or Vimeo link, or the https address of an MP4 or WebM file.'
      : 'A YouTube or Vimeo link, or the https address of an MP4 or WebM file. It loads only when a visitor presses Play.'
  return (
    <WordField draft={draft} path={FILM} label="Film" problem={problem} hint={hint}>
      {draft.view.file === null && (
        <span className="site-acts">
          {address !== '' && (
            <Button kind="bare" onClick={() => set('')}>
              Remove film
            </Button>
          )}
          {address !== DRAWN_FILM && (
            <Button kind="bare" onClick={() => set(DRAWN_FILM)}>
              Use the drawn film
            </Button>
          )}
        </span>
      )}
    </WordField>
  )
}

/** With a button in it on light and on dark pages, whose text is ink or white. */
function ColorField({ draft }: { draft: Draft }) {
  const { document, view, change } = draft
  const { color } = document.look
  const { light, dark, onVelvet } = colorsOf(color)
  const shades = [
    light.velvet !== color && `Light pages use ${light.velvet}, so that it stands out.`,
    dark.velvet !== color && `Dark pages use ${dark.velvet}, so that it stands out.`,
  ].filter(Boolean)
  return (
    <Field
      id={fieldId('look.color')}
      label="Brand colour"
      hint={['Text on it is dark or white, whichever is readable.', ...shades].join(' ')}
      aside={color !== (view.document as typeof document).look.color && 'Changed'}
      type="color"
      disabled={view.file !== null}
      value={color}
      onValueChange={(next) => change((now) => withValue(now, 'look.color', next))}
    >
      <span className="site-color">
        <Sample name="Light" paper={light.paper} velvet={light.velvet} ink={onVelvet.ink} />
        <Sample name="Dark" paper={dark.paper} velvet={dark.velvet} ink={onVelvet.ink} />
      </span>
    </Field>
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

type Logo = NonNullable<Draft['document']['look']['logo']>

const LOGO_HINT =
  'SVG, PNG, JPEG or WebP, up to 2 MB. Used in your header, browser tab and home screen. Outline text in SVGs.'

function LogoField({ draft }: { draft: Draft }) {
  const id = fieldId('look.logo')
  const { document, view, change } = draft
  const { name } = document.brand
  const { color, logo } = document.look
  const set = (next: Logo | null) => change((now) => withValue(now, 'look.logo', next))
  const { problem, isSending, send } = useLogo((drawn) => set({ ...drawn, hasName: logo?.hasName ?? false }))
  return (
    <fieldset className="grid gap-1.5">
      <legend id={`${id}-label`} className="mb-1.5 text-control font-medium">
        Logo
      </legend>
      {logo && (
        <span className="site-color">
          <ShownLogo logo={logo} name={name} color={color} mode="light" />
          <ShownLogo logo={logo} name={name} color={color} mode="dark" />
        </span>
      )}
      {view.file === null && (
        <span className="site-acts">
          <LogoButton id={id} isSending={isSending} hasLogo={logo !== null} onChoose={(file) => void send(file)} />
          {logo && (
            <>
              <Button kind="bare" onClick={() => set(null)}>
                Remove logo
              </Button>
              <Check
                label="My logo includes the name"
                checked={logo.hasName}
                onChange={(hasName) => set({ ...logo, hasName })}
              />
            </>
          )}
        </span>
      )}
      <p
        id={`${id}-more`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'setting-problem' : 'setting-hint'}
      >
        {problem ?? LOGO_HINT}
      </p>
    </fieldset>
  )
}

type Drawn = Omit<Logo, 'hasName'>

function useLogo(onDrawn: (drawn: Drawn) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  async function send(file: File) {
    setProblem(null)
    setSending(true)
    const drawn = await sendLogo(file).catch((error: unknown) => {
      const reason = reasonOf(error)
      return reason
        ? `was refused: ${reason.replace(/\.$/, '')}`
        : 'could not be sent: the server can’t be reached right now'
    })
    setSending(false)
    if (typeof drawn === 'string') setProblem(`${file.name} ${drawn}.`)
    else onDrawn(drawn)
  }
  return { problem, isSending, send }
}

type LogoButtonProps = { id: string; isSending: boolean; hasLogo: boolean; onChoose: (file: File) => void }

function LogoButton({ id, isSending, hasLogo, onChoose }: LogoButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={LOGO_TYPES.join()}
        aria-label="Logo file"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onChoose(file)
          // Choosing the same file again, perhaps corrected, would cause no change event.
          target.value = ''
        }}
      />
      <Button
        id={id}
        aria-labelledby={`${id} ${id}-label`}
        aria-describedby={`${id}-more`}
        busy={isSending}
        onClick={() => input.current?.click()}
      >
        {isSending ? 'Uploading…' : hasLogo ? 'Replace logo' : 'Choose a file'}
      </Button>
    </>
  )
}

type ShownProps = { logo: Logo; name: string; color: string; mode: 'light' | 'dark' }

function ShownLogo({ logo: { hash, width, height, hasName }, name, color, mode }: ShownProps) {
  const { paper, ink } = colorsOf(color)[mode]
  return (
    <span className="site-logo-shown" style={{ background: paper, color: ink }}>
      <img src={addressOf(ROUTES.logo, { hash })} width={width} height={height} alt={`The logo on ${mode} pages`} />
      {!hasName && <span className="site-name">{name}</span>}
    </span>
  )
}

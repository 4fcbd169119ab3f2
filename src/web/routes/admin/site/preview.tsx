import { useEffect, useRef, useState } from 'react'
import { paths } from '#shared/site/paths.ts'
import { type PreviewName, PREVIEWS } from '#shared/site/site-editing.ts'
import { withValue } from './paths.ts'
import { PreviewLink } from './preview-link.tsx'
import type { Draft } from './use-draft.ts'
import { writeOn } from './write-on.ts'

const WIDTHS = { Phone: 360, Tablet: 768, Computer: 1280 } as const
type Width = keyof typeof WIDTHS

/** `isChecked`: whether `hasProblems` is about the draft as last saved. */
type PreviewProps = { draft: Draft; isChecked: boolean; hasProblems: boolean }

/** The pages and mails of the draft as last saved. Their words can be changed in place. */
export function Preview({ draft, isChecked, hasProblems }: PreviewProps) {
  const [isOpen, setOpen] = useState(false)
  const [hasShown, setShown] = useState(false)
  const canDraw = draft.state === 'saved' && isChecked && !hasProblems
  // A frame in which somebody writes stays while the words are not right.
  if (hasShown ? !isOpen : isOpen && canDraw) setShown(isOpen)
  return (
    <details className="site-preview" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>How it will look</summary>
      {isOpen && hasProblems && (
        <p className="setting-problem">Correct the marked fields first. Then the pages can be drawn.</p>
      )}
      {hasShown && <Shown draft={draft} canDraw={canDraw} />}
    </details>
  )
}

type ShownProps = { draft: Draft; canDraw: boolean }

function Shown({ draft, canDraw }: ShownProps) {
  const [show, setShow] = useState<PreviewName>('home')
  const [width, setWidth] = useState<Width>('Phone')
  const { drawn, onWrite } = useDrawn({ draft, show, canDraw })
  const isOwn = draft.view.file === null
  return (
    <>
      {isOwn && (
        <p className="settings-note">
          Press a text to write on the page. Names in braces, such as {'{brand}'}, are filled in for readers. What
          cannot be pressed has a field below. Pages and mails about a person show one who is made up, as they are
          without scripts.
        </p>
      )}
      <PreviewPicker {...{ show, width }} onShow={setShow} onWidth={setWidth} />
      <div className="site-frame">
        <iframe
          key={`${drawn.show} ${drawn.key}`}
          title={`Preview at ${WIDTHS[width]} pixels`}
          sandbox="allow-same-origin"
          width={WIDTHS[width]}
          height={720}
          src={`${paths.api.adminSitePreview}?show=${drawn.show}`}
          onLoad={({ currentTarget: { contentDocument } }) => {
            if (isOwn && contentDocument) writeOn(contentDocument, { show: drawn.show, site: drawn.document, onWrite })
          }}
        />
      </div>
      <PreviewLink />
    </>
  )
}

type PickerProps = {
  show: PreviewName
  width: Width
  onShow: (show: PreviewName) => void
  onWidth: (width: Width) => void
}

function PreviewPicker({ show, width, onShow, onWidth }: PickerProps) {
  return (
    <div className="site-widths">
      <select
        aria-label="Page or mail"
        value={show}
        onChange={({ target }) => onShow(target.value as PreviewName)}
        className="filter-field"
      >
        {Object.entries(PREVIEWS).map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      {(Object.keys(WIDTHS) as Width[]).map((name) => (
        <label key={name} className="site-check">
          <input type="radio" name="preview-width" checked={width === name} onChange={() => onWidth(name)} /> {name}
        </label>
      ))}
    </div>
  )
}

type Drawn = { key: number; show: PreviewName; document: Draft['document'] }

/**
 * The page and the draft that the frame shows. The frame renders again for another page, and after each change that was
 * not made in the frame itself, as soon as the draft is saved and its words are right.
 */
function useDrawn({ draft: { document, change }, show, canDraw }: ShownProps & { show: PreviewName }) {
  const [drawn, setDrawn] = useState<Drawn>({ key: 0, show, document })
  const shown = useRef(document)
  useEffect(() => {
    if (!canDraw || (drawn.document === document && drawn.show === show)) return
    const isShown = JSON.stringify(shown.current) === JSON.stringify(document)
    shown.current = document
    setDrawn(({ key }) => ({ key: isShown ? key : key + 1, show, document }))
  }, [document, show, drawn, canDraw])

  function onWrite(path: string, text: string) {
    shown.current = withValue(shown.current, path, text)
    change((now) => withValue(now, path, text))
  }

  return { drawn, onWrite }
}

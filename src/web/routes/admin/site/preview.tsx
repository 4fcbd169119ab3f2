import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pages } from '#shared/site/pages.ts'
import { ROUTES } from '#shared/routes.ts'
import { type PreviewLink, type PreviewName, PREVIEWS } from '#shared/site/site-editing.ts'
import { addressOf, call } from '../../../calls/call.ts'
import { Field } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/time.tsx'
import { Select } from '../../../ui/choices.tsx'
import { Button, buttonClass, Copy } from '../../../ui/button.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { type Draft, siteQuery } from './use-draft.ts'

type PreviewProps = {
  draft: Draft
  canDraw: boolean
  hasProblems: boolean
  show: PreviewName
  /** The block of the first page that is being edited. */
  block: string | null
  onShow: (show: PreviewName) => void
}

/** The pages of the draft as last saved. While it has problems, the last page that could be drawn stays. */
export function Preview({ draft, canDraw, hasProblems, show, block, onShow }: PreviewProps) {
  const version = `${draft.view.newest}-${draft.revision}`
  const [drawn, setDrawn] = useState<{ show: PreviewName; version: string } | null>(null)
  if (canDraw && draft.state === 'saved' && (drawn?.version !== version || drawn.show !== show))
    setDrawn({ show, version })
  const [loaded, setLoaded] = useState('')
  const client = useQueryClient()
  const [made, setMade] = useState<PreviewLink | null>(null)
  const endsAt = draft.view.link_ends_at
  const act = async (run: () => Promise<PreviewLink | null>) => {
    try {
      setMade(await run())
      await client.invalidateQueries({ queryKey: siteQuery.queryKey, exact: true })
    } catch (error) {
      notifyFailure('settings', 'Nothing was changed.', error)
    }
  }
  return (
    <section aria-labelledby="site-preview" className="site-preview">
      <div className="site-preview-head">
        <h3 id="site-preview">Preview</h3>
        <output className="text-small text-muted">
          {hasProblems ? 'Fix the highlighted fields to update it.' : loaded !== `${show} ${version}` && 'Updating…'}
        </output>
        <Select label="Page" hidesLabel options={PAGES} value={show} onValueChange={onShow} className="min-w-36" />
        <a
          href={addressOf(ROUTES.sitePreview, { show })}
          target="_blank"
          rel="noopener"
          className={buttonClass('text')}
        >
          Full size
        </a>
      </div>
      {/* A link that shows the draft to anybody for a day, until it is revoked. */}
      <div className="site-share">
        {made && endsAt && (
          <Field label="Preview link" hidesLabel readOnly value={made.link} onFocus={({ target }) => target.select()} />
        )}
        <div className="site-acts">
          {made && endsAt && <Copy text={made.link} label="Copy the link" kind="text" />}
          <Button onClick={() => act(() => call(ROUTES.createPreviewLink))}>
            {endsAt ? 'New preview link' : 'Share preview'}
          </Button>
          {endsAt && (
            <Button kind="bare" onClick={() => act(() => call(ROUTES.revokePreviewLink))}>
              Revoke link
            </Button>
          )}
        </div>
        <p className="setting-hint">
          {endsAt ? (
            <>
              Anyone with the link can see this draft and your further changes until <Moment date={endsAt} as="at" />.
            </>
          ) : (
            'Creates a link that shows this draft to anyone for a day.'
          )}
        </p>
      </div>
      <div className="site-frame">
        {drawn && (
          <Frame {...drawn} block={block} onShow={onShow} onLoad={() => setLoaded(`${drawn.show} ${drawn.version}`)} />
        )}
      </div>
    </section>
  )
}

const PAGES = (Object.entries(PREVIEWS) as [PreviewName, string][]).map(([value, label]) => ({ value, label }))

function seek({ contentDocument }: HTMLIFrameElement, block: string | null): boolean {
  const heading = contentDocument?.getElementById(block === 'stories' ? 'story-0' : (block ?? ''))
  const found = block === 'hero' ? contentDocument?.documentElement : heading
  found?.scrollIntoView()
  return Boolean(found)
}

type FrameProps = {
  show: PreviewName
  block: string | null
  version: string
  onShow: (show: PreviewName) => void
  onLoad: () => void
}

/** A page of the draft. It is replaced in place, so that it stays where it was scrolled to and Back leaves the editor. */
function Frame({ show, block, version, onShow, onLoad }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef({ show, top: 0 })
  const isLoaded = useRef(false)
  const isSought = useRef(false)
  useEffect(() => {
    const page = frame.current!.contentWindow!
    if (scrolled.current.show !== show) scrolled.current = { show, top: 0 }
    else if (isLoaded.current) scrolled.current.top = page.scrollY
    isLoaded.current = false
    page.location.replace(`${addressOf(ROUTES.sitePreview, { show })}&draft=${version}`)
  }, [show, version])
  useEffect(() => {
    isSought.current = !(isLoaded.current && seek(frame.current!, block))
  }, [block])

  function prepare() {
    const { contentDocument, contentWindow } = frame.current!
    if (contentWindow?.location.href === 'about:blank') return
    isLoaded.current = true
    // A block that was switched on a moment ago is in this page only.
    if (isSought.current && seek(frame.current!, block)) isSought.current = false
    else contentWindow?.scrollTo(0, scrolled.current.top)
    contentDocument?.addEventListener('click', (event) => {
      const { pathname } = (event.target as Element).closest('a') ?? {}
      const name = (Object.keys(PREVIEWS) as PreviewName[]).find((name) => pages[name].path === pathname)
      if (name) onShow(name)
      event.preventDefault()
    })
    onLoad()
  }

  return <iframe ref={frame} title={`Preview: ${PREVIEWS[show]}`} sandbox="allow-same-origin" onLoad={prepare} />
}

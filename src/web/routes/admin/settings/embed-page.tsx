import { useState } from 'react'
import { paths } from '#shared/site/paths.ts'
import { Copy } from '../../../ui/copy.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/segments.tsx'
import type { PageProps } from './pages.tsx'
import { SettingForm } from './setting-form.tsx'

/** `ours`: the address of this list. */
const WAYS = [
  {
    name: 'Element',
    note: 'Best wherever you can paste a script. It follows the language of your page.',
    snippet: (ours: string) =>
      `<script src="${ours}${paths.embedScript}" async></script>\n<firstchair-waitlist font="inherit">\n  <a href="${ours}/">Join the waitlist</a>\n</firstchair-waitlist>`,
  },
  {
    name: 'Frame',
    note: 'For site builders that don’t allow scripts. In German, for example, use /de/embed. Add your site above first. The script below the frame adjusts its height; leave it out where scripts aren’t allowed.',
    snippet: (ours: string) =>
      `<iframe id="waitlist" src="${ours}${paths.embed}" title="Waitlist" width="100%" height="320" style="border: 0"></iframe>
<script>
  addEventListener('message', ({ origin, data }) => {
    if (origin === '${ours}' && data?.firstchair === 'height')
      document.getElementById('waitlist').height = Math.min(data.height, 2000)
  })
</script>`,
  },
  {
    name: 'Form',
    note: 'A form with your own design. “thanks” leads back to a page on one of the sites above. Leave it out to use ours.',
    snippet: (ours: string) =>
      `<form method="post" action="${ours}${paths.join}">\n  <label>Your email <input name="email" type="email" required /></label>\n  <input type="hidden" name="thanks" value="https://your-site.example/thanks" />\n  <button>Join the waitlist</button>\n</form>`,
  },
] as const
type Way = (typeof WAYS)[number]

export function EmbedPage({ settings }: PageProps) {
  const [chosen, setChosen] = useState<Way>(WAYS[0])
  if (!settings) return null
  const ours = settings.editing.settingOf('PUBLIC_URL').value ?? location.origin
  return (
    <>
      <SettingForm settings={settings} of="embed" />
      <Panel title="Code to paste" note={chosen.note}>
        <div className="grid justify-items-start gap-3">
          <Segments
            label="Way"
            options={WAYS.map(({ name }) => ({ value: name, label: name }))}
            value={chosen.name}
            onChange={(name) => setChosen(WAYS.find((way) => way.name === name)!)}
          />
          <Copy text={chosen.snippet(ours)} isShown />
        </div>
      </Panel>
      <Panel title="Preview">
        {/* The page that other sites embed. It is our own, so it needs no sandbox. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          src={paths.embed}
          title="The form as other sites show it"
          className="h-56 w-full max-w-xl rounded-control border border-dashed border-edge"
        />
      </Panel>
    </>
  )
}

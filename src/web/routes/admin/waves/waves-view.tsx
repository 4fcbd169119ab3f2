import { several, peopleWords } from '../ui/words.ts'
import type { View } from '../state/view.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SectionHead, ShowMore } from '../ui/section-head.tsx'
import { goTo, type SectionProps, ViewLink } from '../state/use-view.tsx'
import { LaunchDayView } from './launch-day-view.tsx'
import { May, useMay } from '../state/use-account.tsx'
import { ConversionTables, WaveItem } from './wave-item.tsx'
import { Gaps, QueuedInvitations } from '../ui/gaps.tsx'
import { conversionQuery, wavesQuery } from '../state/queries.ts'
import { WavePage } from './wave-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Panel, QueryState } from '../../../ui/panel.tsx'
import { useRef, useState, useDeferredValue } from 'react'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { site } from '#shared/site/site.ts'
import { languageName } from '#shared/values/language.ts'
import type { Readers } from '#shared/list/reader-texts.ts'
import type { WavePreview, WavesPage } from '#shared/list/waves.ts'
import { useAct } from '../entries/use-act.ts'
import { activeFilters } from '../ui/filter-words.ts'
import { useOwnerZone } from '../../../ui/time.tsx'
import { type WavePeople, WaveWho, useWavePeople } from './wave-who.tsx'
import { NOW, problemsOf, timingSentence, toTiming, WaveTime, type Timing } from './wave-time.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { ROUTES } from '#shared/routes.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { Field } from '../../../ui/form.tsx'
import { MailFrame, ReaderLanguage, TestMail } from '../ui/mail-draft.tsx'

const NEW = 'new'
const DAY = 'day'

export function WavesView(props: SectionProps) {
  const { view } = props
  const log = useInfiniteQuery(wavesQuery)
  const waves = log.data?.pages.flatMap((page) => page.waves)
  const mayInvite = useMay('manager')
  const close = () => goTo({ wave: null })
  if (view.wave === NEW && mayInvite) return <WaveMaker view={view} page={log.data?.pages[0]} onClose={close} />
  if (view.wave === DAY) return <LaunchDayView />
  if (view.wave !== null && view.wave !== NEW) return <WavePage key={view.wave} id={view.wave} onClose={close} />
  return (
    <section aria-labelledby="waves" className="grid gap-5">
      {/* Offered once there is a wave, even one that begins later. */}
      <SectionHead id="waves" title="Invites" lead="Let people in, in launch order, and see how many accept.">
        <div className="flex flex-wrap gap-3">
          <May needs="manager">
            <ViewLink to={{ view: 'settings/rules' }}>Referral rule</ViewLink>
          </May>
          {waves !== undefined && waves.length > 0 && <Button onClick={() => goTo({ wave: DAY })}>Launch day</Button>}
          <May needs="manager">
            <Button kind="primary" onClick={() => goTo({ wave: NEW })}>
              New wave
            </Button>
          </May>
        </div>
      </SectionHead>
      <Gaps gaps={log.data?.pages[0]?.gaps ?? []} />
      <QueuedInvitations />
      <QueryState
        of={log}
        isEmpty={({ pages }) => pages[0]!.waves.length === 0}
        empty="Nobody has been invited yet. A wave invites the next people in line with an email you write, now or at a time you choose. After your first wave, Launch day appears here."
      >
        {() => (
          <ol className="acts py-0 panel">
            {waves!.map((wave) => (
              <WaveItem key={wave.id} wave={wave} onShow={() => goTo({ wave: wave.id })} />
            ))}
          </ol>
        )}
      </QueryState>
      <ShowMore of={log} className="justify-self-center" />
      {waves?.some(({ sent }) => sent > 0) && <AllConversion />}
    </section>
  )
}

function AllConversion() {
  const { data } = useQuery(conversionQuery)
  return data ? <ConversionTables title="Conversion of all waves" conversion={data} /> : null
}

function WaveMaker({
  view,
  page,
  onClose,
}: { view: View } & {
  page: WavesPage | undefined
  onClose: () => void
}) {
  const acting = useAct()
  const section = useRef<HTMLElement>(null)
  const chosen = useWavePeople(view)
  const [mail, setMail] = useState(usualMail)
  const [timing, setTiming] = useState<Timing>(NOW)
  const [line, setLine] = useState<WavePreview | null>(null)
  const invited = line?.invited ?? null
  const limits = invited !== null && invited < chosen.count ? limitsOf(chosen) : ''
  const gaps = page?.gaps ?? []
  const canSend = gaps.every(({ setting }) => setting !== 'PRODUCT_URL') && invited !== null && invited > 0
  const timeZone = useOwnerZone()
  const { at, pace } = problemsOf(timing, timeZone)
  const missing = missingWords(mail)
  const isWhole = missing.length === 0 && at === null && pace === null

  function send() {
    // The wave may be made late, when the owner has opened another one or a new form.
    void acting.make(requestOf({ chosen, mail, timing, timeZone }), () => section.current && onClose())
  }

  return (
    <section ref={section} aria-labelledby="new-wave" className="grid gap-5 wave-maker">
      <SectionHead
        id="new-wave"
        title="New wave"
        lead={`Invite the next people in line. Each has ${several(page?.invitation_days ?? 7, 'day')} to accept.`}
        back="All waves"
        onBack={onClose}
      />
      <Gaps gaps={gaps} />
      <WaveWho chosen={chosen} onLine={setLine} />
      <WaveMail mail={mail} readers={line?.readers ?? []} onChange={setMail} />
      <WaveTime timing={timing} hasSearch={chosen.hasSearch} onChange={setTiming} />
      <div className="flex flex-wrap gap-3">
        <SendButton
          isDisabled={!canSend || !isWhole || acting.isActing}
          whom={invited === null ? null : peopleWords(invited) + limits}
          timing={timingSentence(timing, timeZone)}
          onSend={send}
        />
        <Button onClick={onClose}>Cancel</Button>
      </div>
      {missing.length > 0 && <p className="text-small text-danger">{missing.join(' ')}</p>}
    </section>
  )
}

type Words = { subject: string; text: string }
type Mail = Words & { texts: Record<string, Words> }

const NONE = { subject: '', text: '' }

function usualMail(): Mail {
  const { subject, text } = site().mails.invitation
  return { subject, text, texts: {} }
}

type NewWave = { chosen: WavePeople; mail: Mail; timing: Timing; timeZone: string }

function requestOf({ chosen, mail, timing, timeZone }: NewWave): ActRequest {
  const { select, count, hasSearch, includesEnded } = chosen
  return {
    kind: 'wave',
    select: { ...select, count },
    ...mail,
    texts: writtenOf(mail.texts),
    ...toTiming(timing, timeZone),
    fills: timing.fills && !hasSearch,
    includes_ended: includesEnded,
  }
}

function limitsOf({ who, filters: { q } }: WavePeople): string {
  const names = [...activeFilters(who).map(({ words }) => words), ...(q ? [`“${q}”`] : [])]
  return names.length > 0 ? ` (${names.join(', ')})` : ''
}

type SendButtonProps = { isDisabled: boolean; whom: string | null; timing: string; onSend: () => void }

/** `whom`: null until it is known. */
function SendButton({ isDisabled, whom, timing, onSend }: SendButtonProps) {
  return (
    <Confirm
      label={whom === null ? 'Invite' : `Invite ${whom}`}
      confirmLabel="Invite"
      kind="primary"
      disabled={isDisabled}
      title={`Invite ${whom}?`}
      consequence={`${timing} You can call an email back until it’s sent. After that, it can’t be taken back.`}
      onConfirm={onSend}
    />
  )
}

type WaveMailProps = { mail: Mail; readers: Readers; onChange: (mail: Mail) => void }

function WaveMail({ mail: whole, readers, onChange: onWhole }: WaveMailProps) {
  const [language, setLanguage] = useState<string | null>(null)
  const { texts, ...first } = whole
  const mail = language === null ? first : (texts[language] ?? NONE)
  const onChange = (words: Words) =>
    onWhole(language === null ? { ...words, texts } : { ...whole, texts: { ...texts, [language]: words } })
  const isMissing = (text: string) => (language === null || !isEmpty(mail)) && text.trim() === ''
  const sent = { ...(isEmpty(mail) ? first : mail), ...(language && { language }) }
  const drawn = useDeferredValue(sent)
  const canDraw = drawn.subject.trim() !== '' && drawn.text.trim() !== ''
  return (
    <Panel title="The email">
      <div className="grid gap-5 desktop:grid-cols-2">
        <div className="grid content-start gap-3.5">
          <ReaderLanguage
            readers={readers}
            written={Object.keys(writtenOf(texts)).filter((name) => isComplete(texts[name]!))}
            value={language}
            onChange={setLanguage}
          />
          <Field
            label="Subject"
            maxLength={MAX_LENGTH.name}
            value={mail.subject}
            aria-invalid={isMissing(mail.subject) || undefined}
            onValueChange={(subject) => onChange({ ...mail, subject })}
          />
          <Field
            label="Message (the button is added for you)"
            rows={8}
            maxLength={MAX_LENGTH.freeText}
            value={mail.text}
            aria-invalid={isMissing(mail.text) || undefined}
            hint="To change the heading and the button, go to Settings, Site."
            onValueChange={(text) => onChange({ ...mail, text })}
          />
          <TestMail route={ROUTES.sendWaveTestMail} words={sent} />
        </div>
        {canDraw ? (
          <MailFrame action={ROUTES.waveMailPage.path} fields={drawn} />
        ) : (
          <Empty isSmall>Write a subject and a message to see the email.</Empty>
        )}
      </div>
    </Panel>
  )
}

function isEmpty({ subject, text }: Words): boolean {
  return subject.trim() === '' && text.trim() === ''
}

function isComplete({ subject, text }: Words): boolean {
  return subject.trim() !== '' && text.trim() !== ''
}

/** A sentence for each language in which an email is begun and not complete. */
function missingWords({ texts, ...first }: Mail): string[] {
  const all: [string, Words][] = [[site().language, first], ...Object.entries(writtenOf(texts))]
  return all.flatMap(([language, { subject, text }]) => {
    const left = [subject.trim() === '' ? 'a subject' : [], text.trim() === '' ? 'a message' : []].flat()
    if (left.length === 0) return []
    const which = site().languages.length > 1 ? `The email in ${languageName(language)}` : 'The email'
    return `${which} needs ${left.join(' and ')}.`
  })
}

/** Readers of a language without words get the first one's. */
function writtenOf(texts: Mail['texts']): Mail['texts'] {
  return Object.fromEntries(Object.entries(texts).filter(([, words]) => !isEmpty(words)))
}

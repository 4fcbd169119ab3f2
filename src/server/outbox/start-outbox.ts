import {
  type Channel as ServiceChannel,
  channelsOf,
  type Service,
  SERVICE_OF,
  SERVICES,
} from '#shared/owner/integrations.ts'
import { type LogFailure, type Repeating, startRepeating } from '../base/start-repeating.ts'
import { attempt, describe, keepClaim, PACES, type Paces } from './attempt.ts'
import {
  type Channel,
  type Deliveries,
  OWN_CHANNELS,
  type OwnChannel,
  type OwnWork,
  type Row,
  TooEarly,
} from './channel.ts'
import { claimNext, drop, fail, findDue, keepDue, putBack } from './rows.ts'
import { followMissed } from './follow.ts'
import { requeueSlice } from './requeue.ts'
import type { Pool } from '../db/query.ts'
import { BESIDE_REQUESTS } from '../base/log-failures.ts'

/** How often the outbox is looked at, in milliseconds. */
const LOOK_MS = 1_000
const LAST_WORK_MS = 5_000
/** The paces of the other services allow only one call at a time. */
const AT_A_TIME: Partial<Record<Service, number>> = { mail: 4 }

export type Work = {
  pool: Pool
  deliveries: () => Deliveries
  own: Record<OwnChannel, OwnWork>
  sendToEndpoints: (ids: string[]) => Promise<void>
  logFailure: LogFailure
  paces?: Paces | undefined
  lookEveryMs?: number | undefined
}

type Lane = { channels: readonly Channel[]; service: Service | null; width: number; running: Set<Promise<void>> }

/** A lane whose service is paused or held rests, and so does one whose secret this server cannot open. */
export function startOutbox({ lookEveryMs = LOOK_MS, ...work }: Work): Repeating {
  const { pool, deliveries, logFailure } = work
  const stopping = new AbortController()
  const lanes: Lane[] = [
    ...SERVICES.map((service) => ({ channels: channelsOf(service), service, width: AT_A_TIME[service] ?? 1 })),
    ...OWN_CHANNELS.map((name) => ({ channels: [name], service: null, width: 1 })),
  ].map((lane) => ({ ...lane, running: new Set() }))
  const all = lanes.flatMap(({ channels }) => channels)
  const looking = startRepeating({ step: look, restMs: lookEveryMs, atOnce: true, failure: NOT_FOUND, logFailure })
  return {
    stop: async () => {
      await looking.stop()
      stopping.abort()
      const ended = Promise.all(lanes.flatMap(({ running }) => [...running]))
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LAST_WORK_MS).unref())])
    },
  }

  async function look(): Promise<void> {
    const { channels, endpoints, standings } = await findDue(pool, all)
    for (const { service, is_paused, is_requeueing, has_missed } of standings) {
      const isSetUp = deliveries()[channelsOf(service)[0]!] !== null
      if (has_missed && isSetUp && !is_paused) await followMissed(pool, service)
      if (is_requeueing) await requeueSlice(pool, service)
    }
    if (endpoints.length > 0) await work.sendToEndpoints(endpoints)
    for (const lane of lanes) {
      if (!lane.channels.some((channel) => channels.includes(channel))) continue
      const delivery = lane.service && deliveries()[lane.channels[0] as ServiceChannel]
      if (lane.service === null) wake(lane)
      else if (delivery === null) await keepDue(pool, lane.channels)
      else if (delivery === 'sealed') continue
      else if (!standings.find(({ service }) => service === lane.service)?.is_paused) wake(lane)
    }
  }

  function wake(lane: Lane): void {
    while (lane.running.size < lane.width) {
      const worker = run(lane, () => stopping.signal.aborted).catch((error) => logFailure(BESIDE_REQUESTS, error))
      lane.running.add(worker)
      void worker.finally(() => lane.running.delete(worker))
    }
  }

  async function run({ channels }: Lane, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const row = await claimNext(pool, channels)
      if (!row) return
      const goesOn = isOwn(row) ? await doOwn(work, row, stopping.signal) : await deliver(work, row)
      if (!goesOn) return
    }
  }
}

const NOT_FOUND = 'work that is due could not be found'

function isOwn({ channel }: Row): boolean {
  return !(channel in SERVICE_OF)
}

async function deliver({ pool, deliveries, paces = PACES, logFailure }: Work, row: Row): Promise<boolean> {
  const current = () => deliveries()[row.channel as ServiceChannel]
  const delivery = current()
  if (delivery === null || delivery === 'sealed') {
    await putBack(pool, row)
    return false
  }
  const isInForce = () => current() === delivery
  const { state } = await attempt({ pool, paces, logFailure, isInForce }, delivery, row)
  return state !== 'paused'
}

async function doOwn({ pool, own, logFailure }: Work, row: Row, signal: AbortSignal): Promise<boolean> {
  const renewing = keepClaim({ pool, logFailure }, row)
  try {
    await own[row.channel as OwnChannel](row, signal)
    await drop(pool, row)
  } catch (error) {
    if (error instanceof TooEarly) await putBack(pool, row, { until: error.until })
    else if (signal.aborted) await putBack(pool, row)
    else await fail(pool, row, { reason: describe(error), again: true })
  } finally {
    void renewing.stop()
  }
  return true
}

import { TestResult } from '#shared/owner/integrations.ts'
import { paths } from '#shared/site/paths.ts'
import {
  Conversions,
  WaveDetail,
  WavePreview,
  type WavePreviewRequest,
  type WaveQuery,
  WavesPage,
  type WaveTestMail,
} from '#shared/list/waves.ts'
import { fetchJson, post, readAs, withQuery } from './admin.ts'

export function fetchWaves(cursor: string | null): Promise<WavesPage> {
  return fetchJson(WavesPage, withQuery(paths.api.adminWaves, { cursor: cursor ?? undefined }))
}

export function fetchWave(id: string, query: WaveQuery): Promise<WaveDetail> {
  return fetchJson(WaveDetail, withQuery(`${paths.api.adminWaves}/${encodeURIComponent(id)}`, query))
}

/** The conversion of the invitations of all waves, broken down by the source and the answers of the people. */
export async function fetchConversion(): Promise<Conversions['conversion']> {
  return (await fetchJson(Conversions, paths.api.adminWavesConversion)).conversion
}

/** The people whom a wave would invite now. Changes nothing. */
export async function previewWave(request: WavePreviewRequest): Promise<WavePreview> {
  return readAs(WavePreview, await post(paths.api.adminWavesPreview, request))
}

export async function sendWaveTestMail(mail: WaveTestMail): Promise<TestResult> {
  return readAs(TestResult, await post(paths.api.adminWaveTestMail, mail))
}

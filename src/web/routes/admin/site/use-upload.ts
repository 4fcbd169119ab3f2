import { useState } from 'react'

/** Uploads the owner's files, one at a time. `problem`: the reason why the last file was not stored, as a sentence. */
export function useUpload<Stored extends object>(
  upload: (file: Blob) => Promise<Stored | string>,
  onStored: (stored: Stored) => void,
) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function send(file: File) {
    setProblem(null)
    setSending(true)
    const stored = await upload(file).catch(() => 'could not be sent: the server cannot be reached right now')
    setSending(false)
    if (typeof stored === 'string') setProblem(`${file.name} ${stored}.`)
    else onStored(stored)
  }

  return { problem, isSending, send }
}

type Ask = () => Promise<boolean>

let current: Ask | null = null

export function answerProofs(ask: Ask): () => void {
  current = ask
  return () => {
    if (current === ask) current = null
  }
}

/** False if the person gave none. */
export function askForProof(): Promise<boolean> {
  return current ? current() : Promise.resolve(false)
}

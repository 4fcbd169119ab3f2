type Ask = () => Promise<boolean>

let current: Ask | null = null

/** Answers every request for a recent proof with `ask`, until the returned function is called. */
export function answerProofs(ask: Ask): () => void {
  current = ask
  return () => {
    if (current === ask) current = null
  }
}

/** Asks the person for a proof: their password or a passkey. False if they gave none. */
export function askForProof(): Promise<boolean> {
  return current ? current() : Promise.resolve(false)
}

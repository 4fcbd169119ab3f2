type Ask = () => Promise<boolean>

let current: Ask | null = null

/** Answers every question for a recent proof with `ask`, until the result is called. */
export function answerProofs(ask: Ask): () => void {
  current = ask
  return () => {
    if (current === ask) current = null
  }
}

/** Asks the person for their password. False if they did not give it. */
export function askForProof(): Promise<boolean> {
  return current ? current() : Promise.resolve(false)
}

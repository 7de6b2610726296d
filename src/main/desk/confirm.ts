/** What the user is asked outside the page, because a page in foreign hands would answer for them (W-L5). */
export interface Question {
  message: string
  detail: string
  /** The button that agrees: a verb and what it acts on. */
  action: string
}

/** Asks in a window of the host, never in the page. False where it was declined or closed. */
export type ConfirmPort = (question: Question) => Promise<boolean>

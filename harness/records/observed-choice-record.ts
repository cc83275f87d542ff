/** How the target answered an open point. */
export interface ObservedChoiceRecord {
  readonly latitude: string;
  readonly choice: string;
  readonly made: ObservedExchange;
  /** The later step whose answer showed the choice, where the first did not. */
  readonly told?: ObservedExchange;
}

export interface ObservedExchange {
  /** The step's name in its sequence; empty for a notification. */
  readonly step: string;
  /** `capture full: POST /pay/capture {…}`, free of keys and secrets. */
  readonly request: string;
  /** `200 {"status":…}`; a notification's body. */
  readonly answer: string;
}

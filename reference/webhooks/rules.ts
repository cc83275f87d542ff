/** Decisions about sending webhooks. The dispatcher calls them through the world; a fault replaces some. */
export interface DeliveryRules {
  /** How long a receiver may take to answer, ms; undefined: for ever. */
  readonly answerTimeoutMs: number | undefined;
}

/** The decisions as the document has them (legacy, Events, rules 3 and 4). */
export const soundDeliveryRules: DeliveryRules = {
  answerTimeoutMs: 10_000,
};

/** The decisions of the dialog, as `browser/rules.js` names them. */
export type DialogRule =
  | 'asksForPin'
  | 'isWrongPin'
  | 'repeated'
  | 'logoOf'
  | 'serviceLogo'
  | 'offersInstalments'
  | 'toldBefore'
  | 'toldOf';

/** Decisions of the browser's side that are replaced, as JavaScript. */
export interface BrowserRules {
  /** Functions that are called after the script has defined `PayCheckout`, which they may wrap. */
  readonly app?: readonly string[];
  readonly dialog?: Readonly<Partial<Record<DialogRule, string>>>;
}

/** All that several say; of one decision of the dialog, the last counts. */
export function mergedBrowserRules(all: readonly (BrowserRules | undefined)[]): BrowserRules {
  return {
    app: all.flatMap((one) => one?.app ?? []),
    dialog: Object.assign({}, ...all.map((one) => one?.dialog)) as NonNullable<BrowserRules['dialog']>,
  };
}

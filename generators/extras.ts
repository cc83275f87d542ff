/** Tax or shipping of an order: left out, sent as 0, or charged. */
export type Extra = 'absent' | 'zero' | 'more';
export const extras = ['absent', 'zero', 'more'] as const;

/** The amount that is sent: undefined where it is left out, at least one whole yen where it is charged. */
export function extraOf(extra: Extra | undefined, amount: number): number | undefined {
  if (extra === undefined || extra === 'absent') return undefined;
  return extra === 'zero' ? 0 : Math.max(1, Math.floor(amount));
}

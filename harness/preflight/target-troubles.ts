/** Why a run can't use what the settings offer, as it found out before it began. */
export interface TargetTroubles {
  /** Why notifications can't reach the receiver. Absent: they can, as far as is known, or none is wanted. */
  readonly receiverTrouble?: string;
  /** Why no browser can go through the checkout. Absent: one can, or there is no checkout. */
  readonly browserTrouble?: string;
  /** Why the checkout made less than the run wants. Absent: it made that, or nothing is wanted of it. */
  readonly checkoutTrouble?: string;
}

/** Those of an object that has more. */
export function troublesOf({
  receiverTrouble,
  browserTrouble,
  checkoutTrouble,
}: TargetTroubles): TargetTroubles {
  return {
    ...(receiverTrouble !== undefined && { receiverTrouble }),
    ...(browserTrouble !== undefined && { browserTrouble }),
    ...(checkoutTrouble !== undefined && { checkoutTrouble }),
  };
}

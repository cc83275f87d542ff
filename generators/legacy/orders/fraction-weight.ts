import { Big } from 'big.js';

/** Rounding and binary floats give wrong sums only with fractions of a yen. */
const ofFractions = 2.5;

/** How much more often something with this amount is tried; undefined: unknown. */
export function fractionWeight(amount: string | undefined): number {
  // Most amounts are written without a point, and decimals are slow.
  return amount === undefined || Number.isSafeInteger(Number(amount)) || new Big(amount).mod(1).eq(0)
    ? 1
    : ofFractions;
}

import { Big } from 'big.js';

/** Sums that are rounded, or reckoned in binary floats, go wrong only where there are fractions of a yen. */
const ofFractions = 2.5;

/** How much oftener something is tried for its amount; undefined where that is open. */
export function fractionWeight(amount: string | undefined): number {
  return amount === undefined || new Big(amount).mod(1).eq(0) ? 1 : ofFractions;
}

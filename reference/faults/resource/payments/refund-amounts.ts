import { Big } from 'big.js';
import { type ResourceRules, soundResourceRules as sound } from '../../../resource/rules.ts';
import { type Fault, fault } from '../../fault.ts';

/** A refund with an amount, or one without, gives another amount; the limit stays right. */
function giving(
  how: 'full' | 'partial',
  change: (right: Big, remaining: Big, whole: number) => Big,
): Partial<ResourceRules> {
  return {
    refundAmount(asked, remaining, capture) {
      const right = sound.refundAmount(asked, remaining, capture);
      if (right === undefined || (asked === undefined) !== (how === 'full')) return right;
      return change(right, remaining, capture.amount);
    },
  };
}

/** Another limit of what a refund with an amount may give. */
function limiting(fits: (asked: Big, remaining: Big) => boolean): Partial<ResourceRules> {
  return {
    refundAmount(asked, remaining) {
      if (asked === undefined) return remaining;
      const amount = new Big(asked);
      return amount.gt(0) && fits(amount, remaining) ? amount : undefined;
    },
  };
}

/** Counts only some of the earlier refunds of a capture; `amounts` are theirs, oldest first. */
function counting(counted: (amounts: readonly Big[]) => readonly Big[]): Partial<ResourceRules> {
  return {
    remaining(capture, refunds) {
      // That nothing is left is another requirement.
      if (sound.remaining(capture, refunds).lte(0)) return new Big(0);
      const amounts = refunds
        .filter(({ captureId }) => captureId === capture.id)
        .map(({ amount }) => new Big(amount));
      return counted(amounts).reduce((left, amount) => left.minus(amount), new Big(capture.amount));
    },
  };
}

/** Faults in what refunds may give, and in how they are counted. */
export const paymentRefundAmountsFaults: readonly Fault[] = [
  fault('resource-refund-above-captured', 'resource.refund.within-captured', {
    summary: 'A refund may be above what was captured.',
    resource: { refundAmount: (asked, remaining) => (asked === undefined ? remaining : new Big(asked)) },
  }),
  fault('resource-refund-forgets-earlier', 'resource.refund.within-captured', {
    summary: 'A second refund may be as large as the whole capture.',
    resource: {
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked, asked === undefined ? remaining : new Big(capture.amount), capture),
    },
  }),
  fault('resource-refund-one-yen-over', 'resource.refund.within-captured', {
    summary: 'A refund may exceed what is left by one yen.',
    resource: limiting((asked, left) => asked.lte(left.plus(1))),
  }),
  fault('resource-refund-almost-a-yen-over', 'resource.refund.within-captured', {
    summary: 'A refund may exceed what is left by less than a yen.',
    resource: limiting((asked, left) => asked.lt(left.plus(1))),
  }),
  fault('resource-first-refund-not-counted', 'resource.refund.within-captured', {
    summary: 'The first refund of a capture is not counted.',
    resource: counting((amounts) => amounts.slice(1)),
  }),
  fault('resource-newest-refund-not-counted', 'resource.refund.within-captured', {
    summary: 'The newest refund of a capture is not counted.',
    resource: counting((amounts) => amounts.slice(0, -1)),
  }),
  fault('resource-newest-refund-alone-counted', 'resource.refund.within-captured', {
    summary: 'Only the newest refund of a capture is counted.',
    resource: counting((amounts) => amounts.slice(-1)),
  }),
  fault('resource-refunds-counted-in-yen', 'resource.refund.within-captured', {
    summary: 'Refunds are counted rounded down to whole yen.',
    resource: counting((amounts) => amounts.map((amount) => amount.round(0, Big.roundDown))),
  }),
  fault('resource-refund-after-fraction-in-yen', 'resource.refund.within-captured', {
    summary: 'What is left of a capture is rounded up to whole yen.',
    resource: { remaining: (capture, refunds) => sound.remaining(capture, refunds).round(0, Big.roundUp) },
  }),
  fault('resource-refund-of-rest-refused', 'resource.refund.several-parts', {
    summary: 'A refund of exactly what earlier refunds left is refused as too large.',
    resource: {
      refundAmount(asked, remaining, capture) {
        const rest = asked !== undefined && remaining.lt(capture.amount) && remaining.eq(asked);
        return rest ? undefined : sound.refundAmount(asked, remaining, capture);
      },
    },
  }),
  fault('resource-exhausted-one-yen-early', 'resource.refund.several-parts', {
    summary: 'Everything counts as refunded when one yen is left.',
    resource: { exhausted: (remaining) => remaining.lte(1) },
  }),
  fault('resource-third-refund-refused', 'resource.refund.several-parts', {
    summary: 'After two refunds of a capture nothing more can be refunded.',
    resource: {
      remaining: (capture, refunds) => (refunds.length > 1 ? new Big(0) : sound.remaining(capture, refunds)),
    },
  }),
  fault('resource-refund-whole-is-one-yen-short', 'resource.refund.full', {
    summary: 'A refund without an amount leaves one yen of the capture.',
    resource: {
      refundAmount(asked, remaining, capture) {
        return asked === undefined && remaining.gt(1)
          ? remaining.minus(1)
          : sound.refundAmount(asked, remaining, capture);
      },
    },
  }),
  fault('resource-full-refund-gives-all-again', 'resource.refund.full', {
    summary: 'A refund without an amount gives the whole capture, even after earlier refunds.',
    resource: giving('full', (_right, _remaining, whole) => new Big(whole)),
  }),
  fault('resource-full-refund-in-floats', 'resource.refund.full', {
    summary: 'A refund without an amount gives what is left as a single-precision float.',
    resource: giving('full', (right) => new Big(Math.fround(Number(right)))),
  }),
  fault('resource-full-refund-in-whole-yen', 'resource.refund.full', {
    summary: 'A refund without an amount gives whole yen and leaves the fraction of a yen.',
    resource: giving('full', (right) => (right.gt(1) ? right.round(0, Big.roundDown) : right)),
  }),
  fault('resource-refund-of-all-by-amount-refused', 'resource.refund.partial', {
    summary: 'A refund is refused whose amount is all that was captured.',
    resource: {
      wholeAsPart: (asked, remaining, { amount }) => !(remaining.eq(amount) && asked.eq(amount)),
    },
  }),
  fault('resource-refund-ignores-amount', 'resource.refund.partial', {
    summary: 'A refund gives everything that is left, and not its amount.',
    resource: {
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked, remaining, capture) === undefined ? undefined : remaining,
    },
  }),
  fault('resource-refund-of-zero-gives-all', 'resource.refund.partial', {
    summary: 'A refund of zero counts as one without an amount.',
    resource: {
      refundPositive: () => true,
      refundAmount: (asked, remaining, capture) =>
        sound.refundAmount(asked === 0 ? undefined : asked, remaining, capture),
    },
  }),
  fault('resource-refund-cut-to-yen', 'resource.refund.partial', {
    summary: 'A refund with an amount gives whole yen, without the fraction.',
    resource: giving('partial', (right) => right.round(0, Big.roundDown)),
  }),
  fault('resource-refund-in-floats', 'resource.refund.partial', {
    summary: 'A refund shows its amount with the error of a single-precision float.',
    resource: giving('partial', (right) => new Big(Math.fround(Number(right.plus('0.1'))) - 0.1)),
  }),
  fault('resource-refund-leaves-something', 'resource.refund.several-parts', {
    summary: 'A refund with an amount must leave something of the capture.',
    resource: limiting((asked, left) => asked.lt(left)),
  }),
];

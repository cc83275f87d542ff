import type { FailureRecord, TranscriptLine } from '../../harness/records/failure-record.ts';
import type { BelievedFact } from '../../spec/believed.ts';

type Told = Pick<FailureRecord, 'believed' | 'transcript'>;

/**
 * What is believed before the judged step, and from which steps: `before step 4: captured 1737 by step 2, refunded 869 by step 3: 868 left to refund;
 * 869 is more`. Undefined where nothing but the first steps says it.
 */
export function reasoning({ believed = [], transcript }: Told): string | undefined {
  const facts = believed.filter((one) => isTold(one, believed));
  if (!facts.some(saysMore)) return undefined;
  const number = (step: string): number => transcript.findIndex((line) => line.step === step) + 1;
  const amounts = facts
    .flatMap((one) => (one.fact === 'amount' ? [one] : []))
    .map(({ what, is, by }) => `${what} ${is} by ${stepsText(by.map(number))}`);
  // What is asked for is compared with what is left, and stands behind it.
  const follows = [
    ...facts.filter(({ fact }) => fact !== 'state'),
    ...facts.filter(({ fact }) => fact === 'state'),
  ].flatMap((one) => followsText(one, number));
  return `before step ${transcript.length}: ${[amounts.join(', '), follows.join('; ')].filter((part) => part !== '').join(': ')}`;
}

/** What was authorized says nothing of a refund, nor does what a capture made of the state; and a state that its first step has made is no news. */
function isTold(one: BelievedFact, all: readonly BelievedFact[]): boolean {
  const isOfRefund = all.some((other) => other.fact === 'left' && other.to === 'refund');
  if (one.fact === 'amount') return !isOfRefund || one.what === 'captured' || one.what === 'refunded';
  // What is asked for is told where there is something to compare it with.
  if (one.fact === 'asked') return one.than === 'more' || all.some(({ fact }) => fact === 'left');
  if (one.fact !== 'state') return true;
  const since = one.by.at(-1);
  return (
    isChanged(one) &&
    !(isOfRefund && all.some((other) => other.fact === 'amount' && other.by.some((step) => step === since)))
  );
}

function isChanged({ of, by }: Extract<BelievedFact, { readonly fact: 'state' }>): boolean {
  return by.some((step) => step !== of);
}

function saysMore(one: BelievedFact): boolean {
  return one.fact !== 'amount' || (one.what !== 'authorized' && one.what !== 'ordered');
}

/** What follows from the amounts, or stands beside them. */
function followsText(one: BelievedFact, number: (step: string) => number): readonly string[] {
  switch (one.fact) {
    case 'amount':
      return [];
    case 'state': {
      const since = one.by.at(-1);
      const what = one.role === 'expiry' ? 'past its expiry' : `${one.role} "${one.is}"`;
      return [since === undefined ? what : `${what} since step ${number(since)}`];
    }
    case 'left':
      return [`${one.is === '0' ? 'nothing' : one.is} left to ${one.to}`];
    case 'asked':
      return [`${one.is} is ${askedWords[one.than]}`];
  }
}

function stepsText(numbers: readonly number[]): string {
  const all = [...new Set(numbers)];
  return all.length === 1 ? `step ${all[0]}` : `steps ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const askedWords = { more: 'more', less: 'less', all: 'all of it' } as const;

/**
 * The nearest sequence that passes, where it shows where to look: it says less than the reasoning where it has as many steps, and nothing where it
 * passes in the same words. Empty: it is not shown.
 */
export function tellingNeighbour(record: Told & Pick<FailureRecord, 'neighbour'>): readonly TranscriptLine[] {
  const { neighbour: passed = [], transcript } = record;
  if (passed.length >= transcript.length && reasoning(record) !== undefined) return [];
  return passed;
}

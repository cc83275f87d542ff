import { classOf, type Class, type Kept } from './kept.ts';
import { diffOf } from './mutant.ts';
import type { Outcome } from './outcome.ts';
import { readingsOf, shareOf, type Reading } from './readings.ts';
import type { Tried } from './try-mutants.ts';

/** The counts of a sample. */
export interface Figures {
  readonly mutants: number;
  readonly reached: number;
  readonly tried: number;
  readonly killed: number;
  readonly unjudged: number;
  readonly broken: number;
  readonly timeout: number;
  readonly survived: number;
  /** Of those that were not killed: by what they are. */
  readonly equivalent: number;
  readonly permitted: number;
  /** Of those permitted: by a latitude of the register. The others are what no document speaks of, or look like a wrong setting. */
  readonly named: number;
  readonly open: number;
  readonly missing: number;
  /** Nobody has said what they are. */
  readonly unexplained: number;
  /** Every way to count, the strictest first. */
  readonly readings: readonly Reading[];
}

/** Counts a sample. What was killed needs no class, and a class that it has is not counted. */
export function figuresOf(
  tried: readonly Tried[],
  kept: Kept,
  { mutants, reached }: Pick<Figures, 'mutants' | 'reached'>,
): Figures {
  const count = (is: Outcome['is']) => tried.filter(({ outcome }) => outcome.is === is).length;
  const left = tried.filter(({ outcome }) => outcome.is !== 'killed');
  const of = (is: Class['is'] | undefined) =>
    left.filter(({ mutant }) => classOf(mutant, kept)?.is === is).length;
  const isNamed = ({ mutant }: Tried) => {
    const known = classOf(mutant, kept);
    return known?.is === 'permitted' && known.latitude !== undefined;
  };
  return {
    mutants,
    reached,
    tried: tried.length,
    killed: count('killed'),
    unjudged: count('unjudged'),
    broken: count('broken'),
    timeout: count('timeout'),
    survived: count('survived'),
    equivalent: of('equivalent'),
    permitted: of('permitted'),
    named: left.filter(isNamed).length,
    open: of('open'),
    missing: of('missing'),
    unexplained: of(undefined),
    readings: readingsOf(tried, kept),
  };
}

/** The lines that close the table. */
export function summaryOf(figures: Figures): string {
  const { mutants, reached, tried, killed, unjudged, broken, timeout, survived, readings } = figures;
  return [
    `${mutants} mutants, ${reached} reached, ${mutants - reached} not reached; ${tried} tried:`,
    `${killed} killed, ${unjudged} unjudged, ${broken} not started, ${timeout} timeout, ${survived} survived`,
    `of those not killed ${figures.equivalent} equivalent, ${figures.permitted} permitted (${figures.named} by a named latitude), ${figures.open} open, ${figures.missing} missing, ${figures.unexplained} not yet explained`,
    ...readings.map(lineOfReading),
  ].join('\n');
}

function lineOfReading(reading: Reading): string {
  const { name, says, good, of } = reading;
  return `${`${shareOf(reading).toFixed(1)} %`.padStart(7)}  ${`${good} of ${of}`.padStart(10)}  ${name}: ${says}`;
}

export const headLine = `          outcome   class       requests     s  mutant`;

/** The line of one mutant. */
export function lineOf(
  { mutant, outcome, seconds }: Tried,
  known: Class | undefined,
  { at, of }: { readonly at: number; readonly of: number },
): string {
  const requests = outcome.is === 'killed' ? String(outcome.requests) : '-';
  const is = outcome.is !== 'killed' ? (known?.is ?? '?') : '-';
  return `${`${at}/${of}`.padEnd(8)}  ${outcome.is.padEnd(8)}  ${is.padEnd(10)}  ${requests.padStart(8)}  ${seconds.toFixed(0).padStart(4)}  ${mutant.id} (line ${mutant.line})  ${blamedIn(outcome)}`;
}

/** What a killed mutant is blamed for, or why nothing is. */
export function blamedIn(outcome: Outcome): string {
  switch (outcome.is) {
    case 'killed':
      return outcome.requirements.join(', ');
    case 'unjudged':
    case 'broken':
      return outcome.why;
    case 'survived':
      return [
        ...(outcome.warned.length === 0 ? [] : [`warned of ${outcome.warned.join(', ')}`]),
        ...(outcome.answers.length === 0 ? [] : [`answers ${outcome.answers.join('; ')}`]),
      ].join('; ');
    case 'timeout':
      return '';
  }
}

/** A mutant that was not killed, with its diff and what it is. */
export function survivorText({ mutant, outcome }: Tried, known: Class | undefined): string {
  const says =
    known === undefined
      ? 'not yet explained'
      : `${known.is}${known.latitude === undefined ? '' : ` (${known.latitude})`}: ${known.why}`;
  const seen = blamedIn(outcome);
  return `${mutant.id}, line ${mutant.line}: ${outcome.is}${seen === '' ? '' : `, ${seen}`}\n${says}\n${diffOf(mutant)}`;
}

import { needsOffered } from '../certificate/applicable.ts';
import type { CertifiedRequirement } from '../certificate/certificate-schema.ts';
import type { Register } from '../register.ts';
import type { Latitude } from '../../spec/latitude.ts';
import { documents, type Requirement } from '../../spec/requirement.ts';
import { linesOf } from '../../spec/sections.ts';

/** What is known of a requirement without any run. */
export interface Explanation {
  /** Title, edition, section and lines of its document. */
  readonly where: string;
  /** Whether it binds. */
  readonly binds: string;
  /** What counts as evidence. */
  readonly evidence: string;
  /** What a target must offer for it, each in words. */
  readonly takes: readonly string[];
  /** Open points of its section, and those under which it shows nothing. */
  readonly openPoints: readonly Pick<Latitude, 'id' | 'question' | 'choices'>[];
}

const levels = {
  must: 'It binds every target.',
  may: 'It says what a target may do: a violation is a warning.',
  open: 'The documents leave it open: a violation is a warning.',
} as const satisfies Record<Requirement['level'], string>;

/** Explains a requirement: for the command, and for the page. */
export function explanation(row: Requirement, { latitudes }: Pick<Register, 'latitudes'>): Explanation {
  const unseen = [row.unseenWhere ?? []].flat();
  return {
    where: whereOf(row),
    binds: levels[row.level],
    evidence: evidenceOf(row),
    takes: needsOffered(row),
    openPoints: latitudes
      .filter(
        ({ id, document, section }) =>
          (document === row.document && section === row.section) ||
          unseen.some(({ latitude }) => latitude === id),
      )
      .map(({ id, question, choices }) => ({ id, question, choices })),
  };
}

function whereOf(row: Requirement): string {
  const { title, edition, sha256 } = documents[row.document];
  const lines = linesOf(row);
  const at = lines === undefined ? '' : `, lines ${lines[0]} to ${lines[1]}`;
  return `${title} (${edition}; SHA-256 ${sha256.slice(0, 12)}…), ${row.section}${at}`;
}

function evidenceOf(row: Requirement): string {
  if (row.untestable !== undefined) return `None can be had over HTTP: ${row.untestable}.`;
  const unseen = [row.unseenWhere ?? []].flat();
  return [
    `A check of it that could have failed and did not (${row.document}, ${row.operation}).`,
    ...(row.identifies === true
      ? ['An answer that belongs to another request breaks it too, so all answers of a run are compared.']
      : []),
    ...(row.byWrongKey === true ? ['Only a request with a wrong key shows it.'] : []),
    ...(row.byOneAddressPart === true ? ['Only a shipping address of one part beside zip shows it.'] : []),
    ...(row.learnsFrom === undefined ? [] : [`The run learns ${row.learnsFrom.what} by other rows first.`]),
    ...unseen.map(
      ({ latitude, choice, because }) => `Nothing shows where ${latitude} is ${choice}: ${because}.`,
    ),
  ].join(' ');
}

/** The example of a passed row in lines, `show` prepares a text of the target; empty where the row has none. */
export function exampleLines(
  { example }: Pick<CertifiedRequirement, 'example'>,
  show: (text: string) => string = (text) => text,
): readonly string[] {
  if (example === undefined) return [];
  const { suite, sequence, step, request, answer } = example;
  const from = `${suite}, sequence ${sequence}`;
  const by =
    step === undefined
      ? 'shown as a whole, which ended so'
      : step === ''
        ? 'by notifications'
        : `step ${step}`;
  if (request === undefined) return [step === undefined ? `${from}: shown as a whole` : `${from}, ${by}`];
  return [
    `${from}, ${by}`,
    ...request.split('\n').map((line) => show(line)),
    `→ ${show(answer ?? 'no answer')}`,
  ];
}

import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { causeTexts } from '../words/causes.ts';
import type {
  Certificate,
  CertifiedExperiment,
  CertifiedRequirement,
} from '../certificate/certificate-schema.ts';
import { behindText, pluralize, plain, grouped, verdictLine } from '../words/plain.ts';
import type { Register } from '../register.ts';
import type { RunSummary } from '../journal/summary.ts';

/**
 * The run as JUnit XML: one suite for each section of a document, one case for each requirement. A case has the same name in each run, so that
 * its readers find it again: nothing in it comes from the target or the clock. What kept several rows from being tested is one
 * error, in a suite before them, and those rows are skipped. `dir`: the run's folder.
 */
export function junit(
  certificate: Certificate,
  summary: RunSummary,
  register: Register,
  dir: string,
): string {
  const sections = grouped(certificate.requirements, ({ document, section }) => `${document}: ${section}`);
  // Each section says it: readers of JUnit show suites, and a suite of skipped cases looks green.
  const words = verdictLine(certificate);
  const causes = causesIn(certificate.requirements);
  const hidden = new Set([...causes.values()].flat());
  const root = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\uFFFD' }).ele(
    'testsuites',
    {
      name: escaped(`payproof: ${certificate.target.name}`),
      time: seconds(certificate.duration_ms),
      ...totals(certificate.requirements, hidden, causes.size, certificate.experiments),
    },
  );
  if (causes.size > 0) writeCauses(root, certificate, causes);
  if (certificate.experiments !== undefined) writeExperiments(root, certificate, certificate.experiments);
  for (const [name, rows] of sections) {
    const suite = root.ele('testsuite', {
      name,
      timestamp: certificate.started_at,
      time: '0',
      ...totals(rows, hidden),
    });
    const properties = suite.ele('properties');
    for (const [property, value] of Object.entries({
      verdict: words,
      scope: certificate.scope?.summary ?? '',
    }))
      properties.ele('property', { name: property, value: escaped(value) });
    for (const row of rows) {
      const test = suite.ele('testcase', { classname: name, name: row.id, time: '0' });
      const behind = behindText(row);
      const found = outcome(row, hidden);
      if (found === undefined) {
        if (behind !== undefined) test.ele('system-out').txt(escaped(plain(behind, Infinity)));
        continue;
      }
      const texts = causeTexts(
        summary.failures.filter(({ record }) => record.requirement.includes(row.id)),
        { register, dir, run: summary.run },
      );
      const text = escaped([row.text, ...texts].join('\n\n'));
      if (found === 'system-out')
        test.ele('system-out').txt(`warning: ${escaped(plain(row.reason ?? '', Infinity))}\n\n${text}`);
      else if (found === 'skipped') test.ele('skipped', { message: reason(row) });
      else test.ele(found, { message: reason(row), type: row.verdict }).txt(text);
    }
  }
  return `${root.end({ prettyPrint: true })}\n`;
}

const outcomes = {
  pass: undefined,
  fail: 'failure',
  warn: 'system-out',
  untested: 'error',
  not_applicable: 'skipped',
} as const;

/** A `must` row without evidence is an error, not a skip: it keeps the target from being conformant. Of several, their cause is. */
function outcome(row: CertifiedRequirement, hidden: ReadonlySet<CertifiedRequirement>) {
  return hidden.has(row) || (row.verdict === 'untested' && row.level !== 'must')
    ? 'skipped'
    : outcomes[row.verdict];
}

/** What kept several `must` rows from being tested, with these rows: one refused persona is one error, not a hundred. */
function causesIn(
  rows: readonly CertifiedRequirement[],
): ReadonlyMap<string, readonly CertifiedRequirement[]> {
  const untested = rows.filter(({ verdict, level }) => verdict === 'untested' && level === 'must');
  return new Map(
    [...grouped(untested, ({ reason: why = '' }) => why)].filter(([, members]) => members.length > 1),
  );
}

function writeCauses(
  root: XMLBuilder,
  { started_at: timestamp }: Certificate,
  causes: ReadonlyMap<string, readonly CertifiedRequirement[]>,
): void {
  const name = 'what kept requirements from being tested';
  const count = String(causes.size);
  const suite = root.ele('testsuite', {
    name,
    timestamp,
    time: '0',
    tests: count,
    failures: '0',
    errors: count,
    skipped: '0',
  });
  for (const [why, rows] of causes) {
    const cause = escaped(plain(why, Infinity));
    const message = `${pluralize(rows.length, 'requirement')} untested: ${cause}`;
    suite
      .ele('testcase', { classname: name, name: `what kept ${rows[0]?.id} from being tested`, time: '0' })
      .ele('error', { message, type: 'untested' })
      .txt(rows.map(({ id }) => id).join('\n'));
  }
}

/** Whether an experiment has found no reason: a skip, since the documents permit each of the answers. */
const isDoubtful = ({ ended }: CertifiedExperiment): boolean => ended !== 'depends';

function writeExperiments(
  root: XMLBuilder,
  { started_at: timestamp }: Certificate,
  experiments: readonly CertifiedExperiment[],
): void {
  const name = 'open points that were answered in several ways';
  const suite = root.ele('testsuite', {
    name,
    timestamp,
    time: '0',
    tests: String(experiments.length),
    failures: '0',
    errors: '0',
    skipped: String(experiments.filter(isDoubtful).length),
  });
  for (const one of experiments) {
    const test = suite.ele('testcase', { classname: name, name: `${one.point}: ${one.other}`, time: '0' });
    const summary = escaped(plain(one.summary, Infinity));
    if (isDoubtful(one)) test.ele('skipped', { message: `${one.ended}, no violation: ${summary}` });
    else test.ele('system-out').txt(summary);
  }
}

function reason(row: CertifiedRequirement): string {
  const text = escaped(plain(row.reason ?? '', Infinity));
  return row.verdict === 'fail' ? text : `${row.verdict.replace('_', ' ')}: ${text}`;
}

/** xmlbuilder2 takes what looks like an entity for one: `&b;` of a target would be no XML, and its `&lt;` would become `<`. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;');
}

function totals(
  rows: readonly CertifiedRequirement[],
  hidden: ReadonlySet<CertifiedRequirement>,
  causes = 0,
  experiments: readonly CertifiedExperiment[] = [],
) {
  const count = (kind: string) => rows.filter((row) => outcome(row, hidden) === kind).length;
  return {
    tests: String(rows.length + causes + experiments.length),
    failures: String(count('failure')),
    errors: String(count('error') + causes),
    skipped: String(count('skipped') + experiments.filter(isDoubtful).length),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

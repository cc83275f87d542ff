import { isScope } from '../../harness/means/scope.ts';
import { causeTexts } from './causes.ts';
import type { Certificate, CertifiedRequirement, CertifiedWait } from '../certificate/certificate-schema.ts';
import { experimentText } from './experiment-text.ts';
import { behindText, grouped, plain, verdictLine, pluralize, mostInLine, underWayText } from './plain.ts';
import { serverErrorLines, serverErrorWarning } from '../journal/server-errors.ts';
import { damageText } from '../journal/damage-text.ts';
import { latitudeWarnings, observationLines } from '../certificate/latitude-verdict.ts';
import type { Register } from '../register.ts';
import type { RunSummary } from '../journal/summary.ts';
import { duration } from '../timeline/duration.ts';
import type { Cleanup } from '../journal/cleanup.ts';

/** Ids listed under one reason; the certificate has them all. */
const mostIds = 12;

/** Longest request and longest answer that are printed, each; the certificate has all that the journal kept. */
const longestObservation = 140;

/** What a person reads at the end of a run: violations first, the verdict last. `dir` is the run's folder as the reader would type it. */
export function runText(
  certificate: Certificate,
  summary: RunSummary,
  register: Register,
  dir: string,
): string {
  const { totals } = certificate;
  const damage = damageText(summary.damage);
  const underWay = underWayText(certificate);
  const parts = [
    ...causeTexts(summary.failures, { register, dir, run: summary.run }),
    ...untested(certificate),
    ...behindViolations(certificate),
    ...notApplicable(certificate, register),
    ...untried(certificate),
    ...warned(certificate),
    ...summary.experiments.map(({ record }) => experimentText(record, dir, summary.run.chosen)),
    ...failing(certificate),
    ...listed('reason', certificate.reasons.length > mostInLine ? certificate.reasons : []),
    ...listed('warning', damage === undefined ? [] : [damage]),
    ...listed(
      'known deviation',
      certificate.known_deviations.map(
        ({ requirement, because, observed }) => `${requirement}: ${because}${observed ? '' : ' (not met)'}`,
      ),
    ),
    ...listed(
      'trouble',
      certificate.troubles.map(({ kind, cause, times }) => `${kind}, ${times}×: ${cause}`),
    ),
    ...listed('waited', (certificate.waited ?? []).map(waitText)),
    ...cleanupText(certificate.cleanup),
    [
      `${totals.requests} requests${beforeResuming(certificate)}, ${totals.sequences} sequences, ${totals.webhooks} webhooks${ofOthers(summary)} in ${(certificate.duration_ms / 1000).toFixed(1)} s; seed ${certificate.seed}`,
      ...(underWay === undefined ? [] : [`requests under way: ${underWay}`]),
      counts(certificate.requirements),
      `certificate  ${dir}/certificate.json`,
      `page         ${dir}/report.html`,
    ].join('\n'),
    verdictLine(certificate),
  ];
  return parts.join('\n\n');
}

/** Of the requests, those before the last interruption; some of their sequences were begun again. */
function beforeResuming({ resumed = [] }: Certificate): string {
  const last = resumed.at(-1);
  return last === undefined ? '' : ` (${last.requests_before} of them before the interruption)`;
}

function ofOthers({ totals }: RunSummary): string {
  return totals.webhooksOfOthers === 0 ? '' : ` (${totals.webhooksOfOthers} about payments of others)`;
}

function counts(rows: readonly CertifiedRequirement[]): string {
  const verdicts = ['pass', 'fail', 'warn', 'untested', 'not_applicable'] as const;
  const words = verdicts.map((verdict) => {
    const ofVerdict = rows.filter((row) => row.verdict === verdict);
    const musts = ofVerdict.filter(({ level }) => level === 'must').length;
    const count = ofVerdict.length;
    // Only those keep a target from being conformant.
    const ofThem =
      verdict === 'untested' && musts < count
        ? ` (${musts === 0 ? 'no must' : `${musts} of them musts`})`
        : '';
    return count === 0 ? [] : [`${count} ${verdict.replace('_', ' ')}${ofThem}`];
  });
  return `${rows.length} requirements: ${words.flat().join(', ')}`;
}

function untested({ requirements }: Certificate): readonly string[] {
  return [...byReason(requirements.filter(({ verdict }) => verdict === 'untested'))].map(([reason, rows]) => {
    const rest = rows.length > mostIds ? [`… and ${rows.length - mostIds} more`] : [];
    const lines = [...rows.slice(0, mostIds).map(({ id }) => id), ...rest].map((id) => `  ${id}`);
    return [`${rows.length} untested: ${plain(reason)}`, ...lines].join('\n');
  });
}

/** Rows whose evidence was all found behind violations, by these; the certificate says it of each. */
function behindViolations({ requirements }: Certificate): readonly string[] {
  const rows = requirements.filter(({ behind }) => behind !== undefined);
  const lines = [...grouped(rows, (row) => behindText(row) ?? '')].map(
    ([text, members]) => `${members.length} tested, but ${plain(text)}`,
  );
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** What the target's settings do not allow to test, by reason; what can be tested on no target is only counted. */
function notApplicable({ requirements }: Certificate, register: Register): readonly string[] {
  const never = new Set(
    register.requirements.filter((row) => row.untestable !== undefined).map(({ id }) => id),
  );
  const rows = requirements.filter(({ verdict }) => verdict === 'not_applicable');
  const groups = byReason(rows.filter(({ id }) => !never.has(id)));
  const lines = [...groups].map(([reason, members]) => `${members.length} not applicable: ${plain(reason)}`);
  const count = rows.filter(({ id }) => never.has(id)).length;
  const rest = count === 0 ? [] : [`${count} not testable over HTTP; \`payproof requirements\` says why`];
  const all = [...lines, ...rest];
  return all.length === 0 ? [] : [all.join('\n')];
}

/** What a machine offers and the run never tried, by machine and operation. */
function untried({ untried: all, scope }: Certificate): readonly string[] {
  // Of a machine of which only some requirements are asked for, most is not tried by choice.
  if (scope?.asked_for.only.some((one) => !isScope(one)) === true) return [];
  const places = grouped(all, ({ machine, operation }) => `${machine}: ${operation}`);
  const lines = [...places].map(
    ([what, rows]) => `  ${plain(what)} in ${plain(rows.map(({ state }) => state).join(', '))}`,
  );
  const rest = lines.length > mostIds ? [`  … and ${lines.length - mostIds} more`] : [];
  return lines.length === 0 ? [] : [['never tried', ...lines.slice(0, mostIds), ...rest].join('\n')];
}

const byReason = (rows: readonly CertifiedRequirement[]) => grouped(rows, ({ reason = '' }) => reason);

/** Each warning with what was observed. */
function warned({ latitudes, experiments, resumed }: Certificate): readonly string[] {
  return latitudes.flatMap((latitude) => {
    const warnings = latitudeWarnings(latitude, experiments, resumed !== undefined);
    if (warnings.length === 0) return [];
    const cut = (text: string) => plain(text, longestObservation);
    const lines = observationLines(latitude, cut).map((line) => `    ${line}`);
    return [[...warnings.map((text) => `warning: ${plain(text)}`), ...lines].join('\n')];
  });
}

/** Each kind of request that the target fails on each time, with the shortest sequence that shows it. */
function failing({ server_errors: all = [] }: Certificate): readonly string[] {
  return all.map((one) => {
    const lines = serverErrorLines(one, (text) => plain(text, longestObservation));
    return [`warning: ${plain(serverErrorWarning(one))}`, ...lines.map((line) => `    ${line}`)].join('\n');
  });
}

function listed(title: string, texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : [texts.map((text) => `${title}: ${plain(text)}`).join('\n')];
}

/** Kinds of requests that are named for one that waited. */
const mostBeside = 6;

/** A request that waited long, and what was under way with it: `capture full got no answer within 30 s, 2 min after the start; under way with it: 3 refund, 1 close`. */
export function waitText({ operation, kind, at, ms, lost, beside }: CertifiedWait): string {
  const what = lost ? `got no answer within ${duration(ms)}` : `was answered after ${duration(ms)}`;
  const rest = beside.length > mostBeside ? [`${beside.length - mostBeside} more operations`] : [];
  const named = beside.slice(0, mostBeside).map((one) => `${one.times} ${one.operation}`);
  return `${operation} ${kind} ${what}, ${duration(at)} after the start; under way with it: ${[...named, ...rest].join(', ')}`;
}

/** Payments that are listed on the terminal; the certificate has them all. */
const mostListed = 12;

/** What was undone at the end of a run, in one sentence. */
export function cleanupSentence({ closed, refunded, requests }: Cleanup): string {
  return `cleaned up: ${pluralize(closed, 'payment')} closed, ${pluralize(refunded, 'capture')} refunded, by ${pluralize(requests, 'unjudged request')}`;
}

/** How many payments are left. */
export function leftCount({ left, more = 0 }: Cleanup): number {
  return left.length + more;
}

/** What was undone at the end of a run and what is left, for the terminal; empty where nothing was to be done. */
export function cleanupText(cleanup: Cleanup | undefined): readonly string[] {
  if (cleanup === undefined) return [];
  const all = leftCount(cleanup);
  if (all === 0) return [cleanupSentence(cleanup)];
  const shown = cleanup.left.slice(0, mostListed);
  const rest = all - shown.length;
  return [
    [
      cleanupSentence(cleanup),
      `${pluralize(all, 'payment')} left, which may be open or captured:`,
      ...shown.map((one) => `  ${one.interface} ${plain(one.id)}: ${plain(one.why)}`),
      ...(rest === 0 ? [] : [`  … and ${rest} more`]),
    ].join('\n'),
  ];
}

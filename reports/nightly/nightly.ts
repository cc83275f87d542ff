import type { NightFigures, NightBefore, OpenInputs } from '../../harness/records/night-records.ts';
import { refusedThroughout } from '../journal/cleanup.ts';
import { isLeftOut } from '../certificate/applicable.ts';
import { incompleteDespite } from '../certificate/left-out.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { pluralize } from '../words/plain.ts';
import { driftedSince, choicesIn, flakeRate, sightingsAfter } from './sightings.ts';
import { rulesOf } from './history-file.ts';
import { openAfter, triedOverNights } from './open-inputs.ts';
import { hasHeld, violationsOf, type Seen } from './night-violations.ts';
import type { Nightly } from './nightly-schema.ts';
import type { Register } from '../register.ts';
import type { Scope } from '../../harness/means/scope.ts';
import type { RunSummary } from '../journal/summary.ts';
import { basename } from 'node:path';

/** Nights in the trend: a month. */
const nights = 30;

/** The result of a nightly run, compared with the run before; undefined for any other run. Drawn from its own journal alone. */
export function nightly(
  certificate: Certificate,
  summary: RunSummary,
  register: Register,
): Nightly | undefined {
  const { nightly: asked } = summary.run;
  const over = summary.end?.night;
  if (asked === undefined) return undefined;
  const seen: Seen = { certificate, summary, register, before: asked.before };
  const violations = violationsOf(seen);
  const deviations = deviationsOf(seen);
  const alarms = alarmsOf(violations, deviations);
  const missing = doubtsOf(seen);
  const doubts =
    missing.length > 0 ? missing : incompleteDespite(summary, certificate.scope?.narrowed_by ?? []);
  const verdict = alarms.length > 0 ? 'alarm' : doubts.length > 0 ? 'inconclusive' : 'quiet';
  const exit = certificate.interrupted ? 130 : ({ alarm: 1, inconclusive: 3, quiet: 0 } as const)[verdict];
  const figures: NightFigures = {
    run: asked.run,
    started_at: certificate.started_at,
    duration_ms: certificate.duration_ms,
    requests: certificate.totals.requests,
    sequences: certificate.totals.sequences,
    latency_ms: summary.latency ?? null,
    passed: certificate.requirements.filter((row) => row.verdict === 'pass').length,
    violations: certificate.failures.filter(({ flaky }) => !flaky).length,
    ...coverageOf(certificate),
    exit,
  };
  return {
    schema: 1,
    target: certificate.target.name,
    verdict,
    reasons: [...alarms, ...doubts],
    exit,
    seed: certificate.seed,
    only: [...summary.run.only],
    for_ms: asked.forMs,
    ended_by: over?.why ?? null,
    planned: over?.planned ?? false,
    rounds: over?.rounds ?? 0,
    untried: untriedIn(certificate),
    compared_with: asked.before?.run ?? null,
    violations,
    known_deviations: deviations,
    drifted: driftedSince(certificate, asked.before, register),
    ...(certificate.scope !== undefined && { scope: certificate.scope }),
    untested: certificate.requirements.flatMap((row) => (row.verdict === 'untested' ? [row.id] : [])),
    lost_evidence: lostEvidence(seen),
    ...inputsOf(summary),
    sightings: sightingsOf(seen, violations),
    trend: [...asked.trend, figures].slice(-nights),
  };
}

/** The requirements with evidence, of those that can be reached. Those of the notifications are among those of legacy. */
function coverageOf({ scope }: Pick<Certificate, 'scope'>): Pick<NightFigures, 'tested' | 'reachable'> {
  if (scope === undefined) return {};
  const documents = scope.interfaces.filter(({ name }) => name !== 'webhooks');
  const sum = (of: 'tested' | 'reachable') => documents.reduce((all, one) => all + one[of], 0);
  return { tested: sum('tested'), reachable: sum('reachable') };
}

/** The interfaces that could have been tried, and of which nothing has evidence. */
function untriedIn({ scope }: Pick<Certificate, 'scope'>): Scope[] {
  const all = scope?.interfaces ?? [];
  return all.flatMap(({ name, claimed, asked_for: asked, core, reachable, tested }) =>
    claimed && asked && core && reachable > 0 && tested === 0 ? [name] : [],
  );
}

/** What this night has tried of the inputs, apart from what the nights of its round have. */
function inputsOf({ run, inputs }: RunSummary): Pick<Nightly, 'inputs'> {
  const before = run.nightly?.open;
  if (before === undefined || inputs.length === 0) return {};
  const after = openAfter(before, inputs);
  const { covered, of } = triedOverNights(after);
  const tonight = inputs.reduce((sum, { classes }) => sum + classes.covered, 0);
  return {
    inputs: {
      tonight,
      over_nights: covered,
      of,
      round: after.round,
      nights: after.nights,
      ...(after.windows && {
        windows: {
          two: windowsOf(inputs, after.windows, 'two'),
          three: windowsOf(inputs, after.windows, 'three'),
        },
      }),
    },
  };
}

function windowsOf(
  inputs: RunSummary['inputs'],
  open: NonNullable<OpenInputs['windows']>,
  length: 'two' | 'three',
): NonNullable<NonNullable<Nightly['inputs']>['windows']>['two'] {
  const { covered, of } = triedOverNights({ operations: open[length] });
  const tonight = inputs.reduce((sum, { windows }) => sum + (windows?.[length].covered ?? 0), 0);
  return { tonight, over_nights: covered, of };
}

/** What all nights have seen, this one included. */
function sightingsOf(
  { certificate, summary }: Seen,
  violations: Nightly['violations'],
): Nightly['sightings'] {
  const before = summary.run.nightly?.seen ?? [];
  const by = (flaky: boolean, list: readonly { readonly requirement: readonly string[] }[]) =>
    list.flatMap(({ requirement }) => rulesOf(requirement)).map((rule) => ({ requirement: rule, flaky }));
  const seen = [...by(false, [...violations.new, ...violations.again]), ...by(true, violations.flaky)];
  const accused = new Map(seen.toReversed().map(({ requirement, flaky }) => [requirement, flaky]));
  const passed = new Set(
    certificate.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
  );
  const held = before
    .map(({ requirement }) => requirement)
    .filter((rule) => passed.has(rule) && !accused.has(rule));
  return sightingsAfter(before, { at: certificate.started_at, seen, held }).map((sighting) => {
    const { requirement, first, last, nights: times, tried } = sighting;
    const flaky = accused.get(requirement);
    const unseen = held.includes(requirement) ? 'held' : 'untried';
    return {
      requirement,
      first_seen: first,
      last_seen: last,
      nights: times,
      tried,
      flake_rate: flakeRate(sighting),
      tonight: flaky === undefined ? unseen : flaky ? 'flaky' : 'seen',
    };
  });
}

function deviationsOf(seen: Seen): Nightly['known_deviations'] {
  return seen.certificate.known_deviations.map(({ observed, ...known }) => ({
    ...known,
    state: observed ? 'seen' : hasHeld(seen, known.requirement) ? 'stale' : 'untried',
  }));
}

function alarmsOf(
  violations: Nightly['violations'],
  deviations: Nightly['known_deviations'],
): readonly string[] {
  const fresh = violations.new.filter(({ alarm }) => alarm).length;
  const old = violations.again.filter(({ alarm }) => alarm).length;
  const stale = deviations.filter(({ state }) => state === 'stale');
  return [
    ...(fresh > 0 ? [pluralize(fresh, 'new violation')] : []),
    ...(old > 0 ? [`${pluralize(old, 'violation')} of the run before`] : []),
    ...stale.map(({ requirement }) => `stale deviation: ${requirement} is no longer broken`),
  ];
}

/** Why a night without alarms proves nothing. A row that was left out is no reason: the next night may test it. */
function doubtsOf({ certificate, summary }: Seen): readonly string[] {
  const { end, troubles, run } = summary;
  const flaky = certificate.failures.filter((one) => one.flaky).length;
  const ours = troubles.find(({ kind }) => kind === 'ours');
  const refused = (['legacy', 'resource'] as const).flatMap((document) =>
    run.target.interfaces.includes(document) ? (refusedThroughout(summary.approvals, document) ?? []) : [],
  );
  return [
    ...(end === undefined ? ['the run broke off'] : []),
    ...(end?.interrupted === true ? ['the run was interrupted'] : []),
    ...(ours === undefined ? [] : [`a fault of payproof's own: ${ours.cause}`]),
    ...(end?.night?.why === 'away'
      ? [`the target went away: ${end.night.cause ?? 'no reason recorded'}`]
      : []),
    ...(end?.night?.why === 'unreachable' ? [end.night.cause ?? 'the target could not be reached'] : []),
    ...(end?.night?.cut === true && flaky > 0
      ? [`the night was broken off before ${pluralize(flaky, 'violation')} could be confirmed`]
      : []),
    ...refused,
    ...(end?.night?.why === 'unreachable' ||
    certificate.requirements.some(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict))
      ? []
      : ['no requirement was tested']),
  ];
}

function lostEvidence({ certificate, summary, register, before }: Seen): Nightly['lost_evidence'] {
  const leftOut = new Set(
    register.requirements.filter((row) => isLeftOut(row, summary.run)).map(({ id }) => id),
  );
  return certificate.requirements.flatMap(({ id, verdict, reason = '' }) => {
    const isLost = verdict === 'untested' || (verdict === 'not_applicable' && !leftOut.has(id));
    return isLost && before?.rows[id] === 'pass' ? [{ requirement: id, reason }] : [];
  });
}

/** What the next night is compared with, from a run's certificate. `run`: the name of its folder. */
export function nightBefore(certificate: Certificate, run: string): NightBefore {
  const rows = certificate.requirements.flatMap(({ id, verdict }) =>
    verdict === 'pass' || verdict === 'fail' || verdict === 'warn' ? [[id, verdict] as const] : [],
  );
  const observed = certificate.latitudes
    .filter(({ observations }) => observations.length > 0)
    .map((latitude) => [latitude.id, choicesIn(latitude)] as const);
  return {
    run,
    startedAt: certificate.started_at,
    rows: Object.fromEntries(rows),
    observed: Object.fromEntries(observed),
    failures: certificate.failures.map(({ requirement, interface: of, summary, flaky, sometimes }) => ({
      requirement,
      interface: of,
      summary,
      // By the rule of a night, which raises no alarm by either.
      flaky: flaky || sometimes !== undefined,
    })),
  };
}

/** The name of a kept reproduction: that of its file, the same every night. */
export function keptName(reproduction: string): string {
  return basename(reproduction, '.json').replace(/^kept-/, '');
}

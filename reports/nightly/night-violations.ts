import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { NightBefore } from '../../harness/records/night-records.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { rulesOf } from './history-file.ts';
import type { Nightly } from './nightly-schema.ts';
import type { Register } from '../register.ts';
import type { RunSummary } from '../journal/summary.ts';

/** Whether a failure is flaky for a night, which raises an alarm only by what happens each time: a race counts that `certify` accuses of, lost 8 of 9 times. */
const isNotEachTime = ({
  flaky,
  sometimes,
}: {
  readonly flaky: boolean;
  readonly sometimes?: true | undefined;
}): boolean => flaky || sometimes === true;

/** Whether a violation raises the alarm: it happens each time, breaks a rule that binds, and is no known deviation. Nothing else does. */
export function isAlarm(
  { requirement, ...failure }: Pick<FailureRecord, 'requirement' | 'flaky' | 'sometimes'>,
  knownDeviations: readonly { readonly requirement: string }[],
  { requirements }: Register,
): boolean {
  if (isNotEachTime(failure)) return false;
  if (requirement.length === 0) return true;
  const binding = requirement.filter((id) => {
    const row = requirements.find((one) => one.id === id);
    return row === undefined || row.level === 'must';
  });
  const known = new Set(knownDeviations.map((one) => one.requirement));
  return binding.some((id) => !known.has(id));
}

/** Everything that the verdict on a night rests on. */
export interface Seen {
  readonly certificate: Certificate;
  readonly summary: RunSummary;
  readonly register: Register;
  readonly before: NightBefore | undefined;
}

/** The violations of a night compared with those of the run before. */
export function violationsOf(seen: Seen): Nightly['violations'] {
  const { summary, register, before } = seen;
  const records = summary.failures.map(({ record }) => record);
  const accusedBefore = accusedIn(before?.failures.filter(({ flaky }) => !flaky) ?? []);
  const accusedNow = accusedIn(records);
  const steady = records
    .filter((record) => !isNotEachTime(record))
    .map((record) => ({
      ...nameOf(record),
      reproduction: fileOf(record),
      alarm: isAlarm(record, summary.run.knownDeviations, register),
    }));
  const isAgain = ({ requirement }: { requirement: readonly string[] }) =>
    rulesOf(requirement).every((rule) => accusedBefore.has(rule));
  const missed = (before?.failures ?? [])
    .filter(({ flaky, requirement }) => !flaky && !rulesOf(requirement).some((rule) => accusedNow.has(rule)))
    .map(nameOf);
  const holds = ({ requirement }: { requirement: readonly string[] }) =>
    requirement.some((rule) => hasHeld(seen, rule));
  return {
    new: steady.filter((one) => !isAgain(one)),
    again: steady.filter(isAgain),
    gone: missed.filter(holds),
    untried: missed.filter((one) => !holds(one)),
    flaky: records.filter(isNotEachTime).map((record) => ({
      ...nameOf(record),
      reproduction: fileOf(record),
      failed: record.failed,
      out_of: record.outOf,
      ...(record.unconfirmed !== undefined && { unconfirmed: record.unconfirmed }),
    })),
  };
}

function nameOf({ requirement, summary }: { requirement: readonly string[]; summary: string }) {
  return { requirement: [...requirement], summary };
}

function fileOf({ reproduction }: FailureRecord): string {
  return `reproductions/${reproduction}.json`;
}

function accusedIn(failures: readonly { readonly requirement: readonly string[] }[]): ReadonlySet<string> {
  return new Set(failures.flatMap(({ requirement }) => rulesOf(requirement)));
}

/** Whether a row passed, and all kept reproductions of its violations were run again and judged. */
export function hasHeld({ certificate, summary, before }: Seen, id: string): boolean {
  const row = certificate.requirements.find((one) => one.id === id);
  if (row?.verdict !== 'pass') return false;
  const kept = Object.entries(summary.run.nightly?.kept ?? {}).filter(([, rules]) => rules.includes(id));
  const broke =
    before?.failures.some(({ flaky, requirement }) => !flaky && requirement.includes(id)) ?? false;
  return (kept.length > 0 || !broke) && kept.every(([name]) => summary.judgedReplays.has(name));
}

import { awaitNotifications } from '../../engine/judge/await-notifications.ts';
import { execute } from '../../engine/judge/execute.ts';
import { isOfSignature } from '../../engine/judge/signature.ts';
import { whyUnjudged } from '../availability/why-unjudged.ts';
import { transcriptLine } from '../explore/failure-record.ts';
import { replayRace } from '../races/replay-race.ts';
import type { AnyMachine } from '../explore/machines.ts';
import type { Replayable, ReplayRun } from '../run/replayable.ts';
import { readingStored } from './runnable.ts';
import type { Session } from '../run/session.ts';

/** Runs a stored sequence once on fresh entities; one with overlapping steps until they come out as they did. Throws SettingsError when this target, or this version, can't run one of its steps. */
export async function replaySequence(
  session: Session,
  named: AnyMachine,
  reproduction: Replayable,
  id = 'replay',
): Promise<ReplayRun> {
  const { sequence, signature, learned = {}, overlap } = reproduction;
  const machine = readingStored(named, sequence);
  if (overlap !== undefined) return replayRace(session, machine, reproduction, id);
  const notifications =
    signature.at === 'notifications' ? session.notifications({ exclusive: false }) : undefined;
  const driver = session.driver(id, 'replay');
  const ran = await execute(machine, sequence, driver, {
    learned,
    notifications: notifications !== undefined,
    passes: (violation) => (isOfSignature(violation, signature) ? violation : undefined),
  });
  driver.end?.();
  const execution = notifications === undefined ? ran : await awaitNotifications(machine, ran, notifications);
  const { violation, performed, skipped, inconclusive } = execution;
  const isAway = (await whyUnjudged(driver, violation?.at)) !== undefined;
  const passed = performed.flatMap((one) => one.passed ?? []);
  const breaches = isAway ? [] : (violation?.breaches ?? passed);
  const lines = performed.map((one, index) =>
    transcriptLine(
      one,
      violation?.at === 'reply' && index === performed.length - 1 ? breaches : (one.passed ?? []),
    ),
  );
  const lost = performed.some(({ observation }) => 'lost' in observation);
  const unjudged = lost || skipped > 0 || inconclusive !== undefined;
  if (isAway) return { came: 'unjudged', breaches, lines };
  if (violation === undefined) {
    const came = passed.length > 0 ? 'other failure' : unjudged ? 'unjudged' : 'no failure';
    return { came, breaches, lines };
  }
  return { came: isOfSignature(violation, signature) ? 'same failure' : 'other failure', breaches, lines };
}

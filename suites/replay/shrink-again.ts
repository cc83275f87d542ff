import { isOver } from '../run/session.ts';
import { awaitNotifications } from '../../engine/judge/await-notifications.ts';
import { execute } from '../../engine/judge/execute.ts';
import { type Execution } from '../../engine/judge/execution.ts';
import type { Sequence } from '../../engine/model.ts';
import { isOfSignature } from '../../engine/judge/signature.ts';
import { shrink } from '../../engine/shrink/shrink.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { redacted, redactedError, redactorOf } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { sequenceFailure } from '../explore/failure-record.ts';
import { machineNamed } from '../explore/machines.ts';
import { expectedNotifications } from '../explore/sequence-record.ts';
import { type RunOptions } from '../run/run-config.ts';
import { reachTarget } from '../availability/reach-target.ts';
import type { Replayable } from '../run/run-config.ts';
import { checkRunnable, readingStored } from './runnable.ts';
import { inUnwrittenRun, unwrittenConfig } from '../run/unwritten-run.ts';

/** Candidates at most. */
const budget = 400;

/** What is known of the stored failure beside its sequence. */
export interface Shrinkable extends Replayable {
  readonly seed: number;
}

/**
 * Runs the shrinker from a stored sequence against a target; nothing is written. Gives the failure in its smallest form, or undefined when the
 * stored one does not fail any more, or fails in another way. The signal ends it with the best so far. Throws SettingsError on wrong settings or what is no sequence of a machine.
 */
export async function shrinkAgain(
  stored: Shrinkable,
  options: Pick<RunOptions, 'targets' | 'target' | 'seed' | 'live'> & { readonly signal?: AbortSignal },
): Promise<FailureRecord | undefined> {
  const { target, close } = await reachTarget(options);
  const redact = redactorOf(target);
  try {
    const config = unwrittenConfig(target, await preflight(target));
    return await inUnwrittenRun(config, stored.suite, async (session) => {
      checkRunnable(session, stored);
      const named = machineNamed(stored.machine, session.setup(stored.exclusive));
      if (named === undefined)
        throw new SettingsError(`${stored.machine} is a procedure and no sequence: it has no smaller form.`);
      const machine = readingStored(named, stored.sequence);
      if (stored.assumed !== undefined)
        throw new SettingsError('It shows an answer to an open point, which has no smaller form.');
      if (stored.overlap !== undefined || stored.together !== undefined)
        throw new SettingsError('A failure of overlapping requests has no smaller form.');
      const { learned = {}, exclusive } = stored;
      const notifications =
        stored.signature.at === 'notifications' ? session.notifications({ exclusive }) : undefined;
      const run = async (sequence: Sequence): Promise<Execution<unknown, Call, Reply, Notification>> => {
        const driver = session.driver('shrink', 'shrink');
        const ran = await execute(machine, sequence, driver, {
          learned,
          notifications: notifications !== undefined,
          passes: (violation) => (isOfSignature(violation, stored.signature) ? violation : undefined),
        });
        await driver.end?.();
        return notifications === undefined ? ran : awaitNotifications(machine, ran, notifications);
      };
      const failing = await run(stored.sequence);
      if (failing.violation === undefined || !isOfSignature(failing.violation, stored.signature))
        return undefined;
      const requestsToFind = session.connection.requests;
      const shrunk = await shrink(failing, {
        machine,
        run: async (candidates) => {
          const executions = [];
          for (const candidate of candidates) executions.push(await run(candidate));
          return executions;
        },
        width: 1,
        budget,
        stop: () => isOver(session) || options.signal?.aborted === true,
      });
      const { violation } = shrunk.execution;
      const failure = {
        ...shrunk,
        requestsToFind,
        requestsToShrink: session.connection.requests - requestsToFind,
      };
      const record = sequenceFailure(failure, {
        ...stored,
        serial: 'smaller',
        model: machine,
        ...(violation?.at === 'notifications' && {
          expected: expectedNotifications(machine, shrunk.execution),
        }),
      });
      // No journal stands between this and the files that are made from it.
      return redacted(record, redact);
    });
  } catch (error) {
    throw redactedError(error, redact);
  } finally {
    await close();
  }
}

import { openControl } from '../../harness/means/control.ts';
import { isOfOthers } from '../../harness/preflight/live.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { redactedError, redactorOf } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Target } from '../../harness/settings/settings.ts';
import { Unreachable } from '../../harness/preflight/trouble.ts';
import { waitForTarget } from './reach-target.ts';
import { mostRequests, type ConfigInput, type RunConfig } from '../run/run-config.ts';
import type { RunOptions } from '../run/run-config.ts';
import { steadyNow } from '../../harness/time.ts';

type Options = Pick<RunOptions, 'maxRequests' | 'onPlan' | 'onAway' | 'mostAwayMs' | 'evenUnreachable'>;

/** What a look at the target finds. */
export type FirstLook = Pick<
  ConfigInput,
  'capabilities' | 'skewMs' | 'controlAheadMs' | 'looked' | 'answerMs' | 'said' | 'unreachable'
>;

/** Looks at the target, after its plan was shown to a user who asked for it. Throws Unreachable where that is not to be reported. */
export async function firstLook(
  target: Target,
  options: Options,
  planOf: (found: FirstLook) => RunConfig,
): Promise<FirstLook> {
  try {
    if (options.onPlan !== undefined && isOfOthers(target)) options.onPlan(planOf(await offered(target)));
    return await patiently(target, options);
  } catch (error) {
    if (options.evenUnreachable !== true || !(error instanceof Unreachable)) throw error;
    const { message } = redactedError(error, redactorOf(target)) as Error;
    // It becomes a part of a sentence.
    return { capabilities: [], unreachable: message.replace(/\.$/, '') };
  }
}

/** A look at a target, again and again while nothing answers there, as long as `limits.away` allows. */
async function patiently(target: Target, options: Options): Promise<FirstLook> {
  const begun = steadyNow();
  const onRequest = allowing(target, options);
  const look = () => preflight(target, { onRequest });
  try {
    return await look();
  } catch (error) {
    if (!isPassing(error)) throw error;
    const awayMs = Math.min(target.limits.awayMs, options.mostAwayMs ?? Infinity);
    options.onAway?.((redactedError(error, redactorOf(target)) as Error).message, awayMs);
    const last: { found?: FirstLook; error: unknown } = { error };
    const reach = async (): Promise<void> => {
      try {
        last.found = await look();
      } catch (again) {
        last.error = again;
        // What waiting does not mend ends it.
        if (isPassing(again)) throw again;
      }
    };
    const { timeoutMs: lookMs } = target.limits;
    await waitForTarget(reach, { until: begun + awayMs, lookMs, signal: new AbortController().signal });
    if (last.found === undefined) throw last.error;
    return last.found;
  }
}

const isPassing = (error: unknown): error is Unreachable => error instanceof Unreachable && error.mayPass;

/** What its control interface offers; nothing is sent to the interfaces. */
async function offered(target: Target): Promise<FirstLook> {
  const control = openControl(target);
  try {
    return { capabilities: await control.capabilities() };
  } finally {
    await control.close();
  }
}

/** What a look at the target calls before each request: it ends where the run may send no more. */
function allowing(target: Target, { maxRequests = Infinity }: Pick<Options, 'maxRequests'>): () => void {
  const most = mostRequests({ target, maxRequests });
  let left = most;
  return () => {
    left -= 1;
    if (left < 0)
      throw new SettingsError(
        `${most} requests are too few: to look whether the target is there takes more. Raise --max-requests or limits.max_requests.`,
      );
  };
}

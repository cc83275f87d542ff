import { openControl } from '../../harness/means/control.ts';
import { isOfOthers } from '../../harness/preflight/live.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { redactedError, redactorOf } from '../../harness/secrets/redact.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Target } from '../../harness/settings/settings.ts';
import { Unreachable } from '../../harness/preflight/trouble.ts';
import { mostRequests, type RunPlan } from '../run/run-plan.ts';
import type { RunOptions } from '../run/prepare.ts';

type Options = Pick<RunOptions, 'maxRequests' | 'onPlan' | 'evenUnreachable'>;

/** What a look at the target finds. */
export type FirstLook = Pick<RunPlan, 'capabilities' | 'skewMs' | 'looked' | 'said' | 'unreachable'>;

/** Looks at the target, after its plan was shown where somebody wants to see it before. Throws Unreachable where that is not to be reported. */
export async function firstLook(
  target: Target,
  options: Options,
  planOf: (found: FirstLook) => RunPlan,
): Promise<FirstLook> {
  try {
    if (options.onPlan !== undefined && isOfOthers(target)) options.onPlan(planOf(await offered(target)));
    return await preflight(target, { onRequest: allowing(target, options) });
  } catch (error) {
    if (options.evenUnreachable !== true || !(error instanceof Unreachable)) throw error;
    const { message } = redactedError(error, redactorOf(target)) as Error;
    // It becomes a part of a sentence.
    return { capabilities: [], unreachable: message.replace(/\.$/, '') };
  }
}

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
function allowing(target: Target, { maxRequests }: Pick<Options, 'maxRequests'>): () => void {
  const most = mostRequests({ target, ...(maxRequests !== undefined && { maxRequests }) });
  let left = most;
  return () => {
    left -= 1;
    if (left < 0)
      throw new SettingsError(
        `${most} requests are too few: to look whether the target is there takes more. Raise --max-requests or limits.max_requests.`,
      );
  };
}

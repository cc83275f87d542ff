import type { RefusesForm, Step } from '../../../engine/model.ts';
import { at } from '../../../models/checks.ts';
import type { JsonObject } from '../../leaner-bodies.ts';
import { common } from '../../../spec/legacy/common.ts';

/** The same step with the hex encoding of its checksum, where the target is known to refuse base64 (legacy, Authentication). */
export function inPlainEncoding(step: Step, refuses: RefusesForm): Step {
  const isBase64 = at(step.data, ['encoding']) === 'base64';
  if (!isBase64 || !refuses(step.operation, common.checksumBase64.id)) return step;
  return { ...step, data: { ...(step.data as JsonObject), encoding: 'hex' } };
}

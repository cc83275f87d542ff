import type { Attempt, Step } from '../../engine/model.ts';
import type { LegacyState } from '../../models/legacy/state.ts';
import type { ApiCall } from '../../models/wire.ts';
import { statusRequest } from '../../spec/legacy/status.ts';
import {
  checksumOfAnother,
  drawNamed,
  foreign,
  request,
  requiredFields,
  simplerKinds,
  spoiled,
  subjectOf,
} from './requests.ts';

const required = requiredFields(statusRequest);

export const statusGenerator = {
  attempts(state: LegacyState): readonly Attempt[] {
    const payments = Object.keys(state.payments);
    const known = payments.flatMap((key): readonly Attempt[] => {
      const uses = { payment: key };
      const other = payments.find((candidate) => candidate !== key);
      return [
        { kind: 'read', uses },
        ...spoiled(uses, ['another content type', 'checksum in capitals']),
        ...checksumOfAnother(key, other),
      ];
    });
    return [...known, ...foreign(state)];
  },

  draw: drawNamed(required),

  resolve(state: LegacyState, step: Step): ApiCall | undefined {
    const subject = subjectOf(state, step);
    const call = subject && request(step, 'status', { payment_id: subject.id }, subject.of, statusRequest);
    return call && step.kind === 'another content type' ? { ...call, contentType: 'text/plain' } : call;
  },

  simpler: (step: Step): readonly Step[] => simplerKinds(step, {}),
};

import type { Attempt, Step } from '../../engine/model.ts';
import type { LegacyState } from '../../models/legacy/state.ts';
import type { ApiCall } from '../../models/wire.ts';
import { closeRequest } from '../../spec/legacy/close.ts';
import {
  checksumOfAnother,
  drawNamed,
  foreign,
  readBack,
  request,
  requiredFields,
  simplerKinds,
  spoiled,
  subjectOf,
} from './requests.ts';

const required = requiredFields(closeRequest);

export const closeGenerator = {
  attempts(state: LegacyState): readonly Attempt[] {
    const payments = Object.entries(state.payments);
    const known = payments.flatMap(([key, payment]): readonly Attempt[] => {
      const uses = { payment: key };
      const other = payments.find(([candidate]) => candidate !== key)?.[0];
      return [
        // An early close ends most of what a sequence could still try, so it is tried less often.
        payment.state.is === 'close'
          ? { kind: 'plain', uses, negative: true }
          : { kind: 'plain', uses, weight: 0.5 },
        ...spoiled(uses),
        ...checksumOfAnother(key, other),
      ];
    });
    return [...known, ...foreign(state)];
  },

  draw: drawNamed(required),

  resolve(state: LegacyState, step: Step): ApiCall | undefined {
    const subject = subjectOf(state, step);
    return subject && request(step, 'close', { payment_id: subject.id }, subject.of, closeRequest);
  },

  readBack,
  simpler: (step: Step): readonly Step[] => simplerKinds(step, {}),
};

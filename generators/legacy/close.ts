import type { Attempt, Step } from '../../engine/model.ts';
import type { LegacyState } from '../../models/legacy/state.ts';
import type { ApiCall } from '../../models/wire.ts';
import { closeRequest } from '../../spec/legacy/close.ts';
import { borrowedChecksums } from './checksums.ts';
import { bodiesOf, drawNamed, request, simplerKinds, spoiled } from './requests.ts';
import { foreign, readBack, refusalOf, subjectOf } from './subjects.ts';

const bad = bodiesOf(closeRequest);

export const closeGenerator = {
  attempts(state: LegacyState): readonly Attempt[] {
    const payments = Object.entries(state.payments);
    const known = payments.flatMap(([key, payment]): readonly Attempt[] => {
      const uses = { payment: key };
      return [
        // An early close ends most of what a sequence could still try, so it is tried less often.
        payment.state.is === 'close'
          ? { kind: 'plain', uses, ...refusalOf(payment) }
          : { kind: 'plain', uses, weight: 0.5 },
        ...spoiled(uses, bad),
        ...borrowedChecksums(key, state),
      ];
    });
    return [...known, ...foreign(state)];
  },

  draw: drawNamed(bad),

  resolve(state: LegacyState, step: Step): ApiCall | undefined {
    const subject = subjectOf(state, step);
    return subject && request(step, 'close', { payment_id: subject.id }, subject.of, bad);
  },

  readBack,
  simpler: (step: Step): readonly Step[] => simplerKinds(step, {}),
};

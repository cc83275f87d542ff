import type { Attempt } from '../../engine/model.ts';
import { aboutPayment } from '../../models/legacy/about-payment.ts';
import { statusModel } from '../../models/legacy/status.ts';
import type { Setup } from '../../models/setup.ts';
import { statusRequest } from '../../spec/legacy/status.ts';
import { borrowedChecksums, openChecksums } from './checksums.ts';
import type { Shape } from './operations.ts';
import { bodiesOf, drawNamed, request, simplerKinds, mutatedAttempts } from './requests.ts';
import { foreign, subjectOf } from './subjects.ts';

const bad = bodiesOf(statusRequest);

export const statusOperation = (setup: Setup): Shape => ({
  name: 'status',
  reads: true,

  attempts(state) {
    const payments = Object.keys(state.payments);
    const known = payments.flatMap((key): readonly Attempt[] => {
      const uses = { payment: key };
      return [
        { kind: 'read', uses },
        ...mutatedAttempts(uses, bad, Object.keys(openChecksums)),
        ...borrowedChecksums(key, state),
      ];
    });
    return [...known, ...foreign(state)];
  },

  draw: drawNamed(bad),

  resolve(state, step) {
    const subject = subjectOf(state, step);
    return subject && request(step, 'status', { payment_id: subject.id }, subject.of, bad);
  },

  simpler: (step) => simplerKinds(step, {}),

  predict: aboutPayment(statusModel(setup)),
});

import type { Attempt } from '../../engine/model.ts';
import { aboutPayment } from '../../models/legacy/about-payment.ts';
import { closeModel } from '../../models/legacy/close.ts';
import { closeRequest } from '../../spec/legacy/close.ts';
import { borrowedChecksums } from './checksums.ts';
import type { Shape } from './operations.ts';
import { bodiesOf, drawNamed, request, simplerKinds, mutatedAttempts } from './requests.ts';
import { foreign, refusalOf, subjectOf } from './subjects.ts';

const bad = bodiesOf(closeRequest);

export const closeOperation: Shape = {
  name: 'close',

  attempts(state) {
    const payments = Object.entries(state.payments);
    const known = payments.flatMap(([key, payment]): readonly Attempt[] => {
      const uses = { payment: key };
      return [
        // An early close ends most of what a sequence could still try, so it is tried less often.
        payment.state.is === 'close'
          ? { kind: 'plain', uses, ...refusalOf(payment) }
          : { kind: 'plain', uses, weight: 0.5 },
        ...mutatedAttempts(uses, bad),
        ...borrowedChecksums(key, state),
      ];
    });
    return [...known, ...foreign(state)];
  },

  draw: drawNamed(bad),

  resolve(state, step) {
    const subject = subjectOf(state, step);
    return subject && request(step, 'close', { payment_id: subject.id }, subject.of, bad);
  },

  simpler: (step) => simplerKinds(step, {}),

  predict: aboutPayment(closeModel),
};

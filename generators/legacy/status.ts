import type { Attempt, Step } from '../../engine/model.ts';
import type { LegacyState } from '../../models/legacy/state.ts';
import type { ApiCall } from '../../models/wire.ts';
import { statusRequest } from '../../spec/legacy/status.ts';
import { borrowedChecksums, openChecksums } from './checksums.ts';
import { bodiesOf, drawNamed, request, simplerKinds, spoiled } from './requests.ts';
import { foreign, subjectOf } from './subjects.ts';

const bad = bodiesOf(statusRequest);

export const statusGenerator = {
  attempts(state: LegacyState): readonly Attempt[] {
    const payments = Object.keys(state.payments);
    const known = payments.flatMap((key): readonly Attempt[] => {
      const uses = { payment: key };
      return [
        { kind: 'read', uses },
        ...spoiled(uses, bad, Object.keys(openChecksums)),
        ...borrowedChecksums(key, state),
      ];
    });
    return [...known, ...foreign(state)];
  },

  draw: drawNamed(bad),

  resolve(state: LegacyState, step: Step): ApiCall | undefined {
    const subject = subjectOf(state, step);
    return subject && request(step, 'status', { payment_id: subject.id }, subject.of, bad);
  },

  simpler: (step: Step): readonly Step[] => simplerKinds(step, {}),
};

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../engine/model.ts';
import { predictUpdate } from '../../../../models/resource/payments/update.ts';
import { initialState } from '../../../../models/resource/state.ts';
import { call, permits } from '../../../support/setups/resource-replies.ts';
import { authorizedPayment } from '../../../support/setups/resource-state.ts';
import { shownPayment } from '../../../support/setups/shown-payment.ts';

const step = { id: 's9', operation: 'update', kind: 'any', uses: { payment: 's1' } };
const state = { ...initialState, payments: { s1: authorizedPayment } };
const isPermitted = (sent: Json, shown: object): boolean =>
  permits(predictUpdate(state, call(sent, 'PUT'), step), shownPayment(shown));

describe('a text with control characters', () => {
  it('comes back as it was sent, where it is taken', () => {
    expect(isPermitted({ description: 'a\u0001b\tc' }, { description: 'a\u0001b\tc' })).toBe(true);
    expect(isPermitted({ description: 'a\u0001b\tc' }, { description: 'abc' })).toBe(false);
    expect(isPermitted({ metadata: { note: 'a\u0001b' } }, { metadata: { note: 'ab' } })).toBe(false);
  });

  it('is no excuse for a text without any', () => {
    expect(isPermitted({ description: 'abc' }, { description: 'ab' })).toBe(false);
    expect(isPermitted({ metadata: { note: 'ab' } }, { metadata: { note: 'a' } })).toBe(false);
    expect(isPermitted({ description: 'abc' }, { description: 'abc' })).toBe(true);
  });
});

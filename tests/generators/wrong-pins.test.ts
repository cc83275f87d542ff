import { assert, integer, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withCode, withUnseenCode, type SeenPins } from '../../generators/legacy/pins.ts';
import { initialState, type LegacyState } from '../../models/legacy/payment/state.ts';
import { at } from '../../models/checks.ts';
import type { ApiCall } from '../../models/wire.ts';

const data = { buyer: { phone: { number: '1' } } };
const kinds = [
  'wrong PIN',
  'PIN wrong in its first digit',
  'PIN with more at its end',
  'PIN after a zero',
  'PIN cut short',
  'empty PIN',
];

function asked(...pins: readonly string[]): LegacyState {
  return {
    ...initialState(undefined),
    asked: Object.fromEntries(pins.map((pin, nth) => [`s${nth}`, { data, pin, moved: 0, read: true }])),
  };
}

function seen(...pins: readonly string[]): SeenPins {
  return { all: new Set(pins), of: () => new Set(pins) };
}

function calling(code: string): ApiCall {
  const body = { ...data, auth_code: code };
  return { to: 'legacy', operation: 'authorize', method: 'POST', path: '', credential: 'valid', body };
}

describe('a wrong PIN', () => {
  const step = (kind: string) => ({ id: 's9', operation: 'authorize', kind, uses: { asked: 's0' } });
  const twoDigits = uniqueArray(integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 100 });

  it.each(kinds)('is none of the PINs that its sequence has seen: %s', (kind) => {
    assert(
      property(twoDigits, (drawn) => {
        const pins = drawn.map((number) => `12${String(number).padStart(2, '0')}`);
        const code = at(withCode(asked(...pins), step(kind)), ['auth_code']);
        expect(typeof code).toBe('string');
        expect(pins).not.toContain(code);
      }),
    );
  });

  it.each(kinds)('is none of those that the run has seen: %s', (kind) => {
    assert(
      property(twoDigits, (drawn) => {
        const pins = drawn.map((number) => `12${String(number).padStart(2, '0')}`);
        const code = at(withCode(asked('1234'), step(kind)), ['auth_code']);
        const sent = withUnseenCode(calling(String(code)), step(kind), seen('1234', ...pins));
        expect(pins).not.toContain(at(sent?.body, ['auth_code']));
      }),
    );
  });

  it('still differs in its last digit alone, so that a part that is not compared shows', () => {
    const sent = withUnseenCode(calling('1230'), step('wrong PIN'), seen('1234', '1230', '1231'));
    expect(at(sent?.body, ['auth_code'])).toBe('1232');
  });

  it('of another consumer is not tried where this one was sent the same', () => {
    const other = step('PIN of another consumer');
    expect(withUnseenCode(calling('1234'), other, seen('1234'))).toBeUndefined();
    expect(withUnseenCode(calling('1234'), other, seen('9999'))).toEqual(calling('1234'));
  });

  it('is the only thing that is replaced', () => {
    expect(withUnseenCode(calling('1234'), step('right PIN'), seen('1234'))).toEqual(calling('1234'));
  });
});

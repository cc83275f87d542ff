import { describe, expect, test } from 'vitest';
import { hasWrongKey, WrongKeys } from '../../../harness/wire/wrong-keys.ts';
import type { ApiCall } from '../../../models/wire.ts';
import type { Credential } from '../../../spec/wire-names.ts';
import { sampleTarget } from '../settings/sample-target.ts';

const call = (to: ApiCall['to'], credential: Credential): ApiCall => ({
  to,
  credential,
  operation: 'get',
  method: 'GET',
  path: '/payments/pay_1',
});
const few = (wrongKeys: number | undefined, tried = 0) => {
  const { limits, ...target } = sampleTarget('http://127.0.0.1:1');
  return new WrongKeys(
    { ...target, limits: { ...limits, ...(wrongKeys !== undefined && { wrongKeys }) } },
    tried,
  );
};

describe('attempts with wrong keys', () => {
  test('are those with any key but the right one; a request without a key is none', () => {
    expect(hasWrongKey(call('legacy', 'valid'))).toBe(false);
    expect(hasWrongKey(call('legacy', 'missing'))).toBe(false);
    for (const credential of ['wrong', 'cut', 'public', 'other-scheme', 'other-interface'] as const)
      expect(hasWrongKey(call('resource', credential))).toBe(true);
  });

  test('end at the limit, those before the run and of processes before it included', () => {
    const keys = few(10, 8);
    expect([keys.take(), keys.take(), keys.take()]).toEqual([true, true, false]);
    expect(keys.mayExplore(call('legacy', 'wrong'))).toBe(false);
    expect(keys.mayExplore(call('legacy', 'valid'))).toBe(true);
    expect(few(0).take()).toBe(false);
  });

  test('have no limit where none is set', () => {
    const keys = few(undefined, 1000);
    expect([keys.take(), keys.mayExplore(call('legacy', 'cut'))]).toEqual([true, true]);
  });

  test('that look for something new leave some to the other interface, and to confirm what was found', () => {
    const keys = few(10);
    const tryAll = (to: ApiCall['to'], ...credentials: readonly Credential[]) =>
      credentials.filter(
        (credential) => keys.mayExplore(call(to, credential)) && keys.take(call(to, credential)),
      );
    expect(tryAll('legacy', 'cut', 'longer', 'wrong', 'other-case', 'other-scheme', 'wrong')).toEqual([
      'cut',
      'wrong',
      'other-scheme',
    ]);
    expect(tryAll('resource', 'other-case', 'public', 'other-case', 'wrong', 'public')).toEqual([
      'other-case',
      'public',
      'wrong',
    ]);
    expect(Array.from({ length: 6 }, () => keys.take()).filter(Boolean)).toHaveLength(4);
  });

  test('that show a requirement are made even where only one is allowed', () => {
    const keys = few(1);
    expect(keys.mayExplore(call('legacy', 'cut'))).toBe(false);
    expect(keys.mayExplore(call('legacy', 'wrong'))).toBe(true);
  });
});

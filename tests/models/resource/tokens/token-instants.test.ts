import { describe, expect, it } from 'vitest';
import type { Token } from '../../../../models/resource/state.ts';
import { tokenChecks } from '../../../../models/resource/tokens/object.ts';

const setBy = 'resource.token.status';
const token: Token = {
  id: 'tok_1',
  status: { is: 'DELETED', setBy },
  seen: true,
  after: 'change',
  consumer: 'ACTIVE',
  shared: false,
};
const touched = { updated: { stamp: '2029-03-09T17:00:43.120Z', receivedAt: 0 } };

/** The rules about `deleted_at` that a deleted token with this instant breaks. */
function broken(known: Partial<Token>, deletedAt: string): readonly string[] {
  const reply = {
    http: 200,
    body: { status: 'DELETED', deleted_at: deletedAt },
    contentType: 'application/json',
    text: '',
    sentAt: 0,
    receivedAt: 0,
  };
  return tokenChecks({ ...token, ...known }, [])
    .flatMap((check) => check.test(reply))
    .filter(({ expected }) => expected.startsWith('deleted_at'))
    .map(({ rule }) => rule);
}

describe('the instant of a deletion', () => {
  it.each([
    ['the same in fewer digits', { deletedAt: '2029-03-09T17:00:43.120Z' }, '2029-03-09T17:00:43Z'],
    ['later, after the clock was moved', { ...touched, waited: true }, '2029-03-09T17:00:45Z'],
    ['the same as before, without moving the clock', touched, '2029-03-09T17:00:43.120Z'],
  ])('may be %s', (_what, known, shown) => {
    expect(broken(known, shown)).toEqual([]);
  });

  it.each([
    ['changed by a later read', { deletedAt: '2029-03-09T17:00:43.120Z' }, '2029-03-09T17:00:45Z'],
    ['before an earlier change', { ...touched, waited: true }, '2029-03-09T17:00:43.120Z'],
  ])('is not %s', (_what, known, shown) => {
    expect(broken(known, shown)).toEqual(['resource.delete.sets-deleted-at']);
  });
});

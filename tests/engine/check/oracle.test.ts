import { describe, expect, test } from 'vitest';
import { oracle } from '../../../engine/check/oracle.ts';
import { accounts, openAccounts } from '../machines/accounts.ts';
import { boxes } from '../machines/built.ts';
import { jobs } from '../machines/jobs.ts';

const opened = { status: 201, body: { id: 'acc-1', balance: 0 } };
const out = (amount: number) => ({ operation: 'withdraw', input: { account: 'acc-1', amount } });
const deposit = (amount: number) => ({ operation: 'deposit', input: { account: 'acc-1', amount } });
const balance = (is: number) => ({ status: 200, body: { balance: is } });
const show = { operation: 'show', input: { account: 'acc-1' } };

describe('an oracle', () => {
  test('follows the calls of a test on a real system, with the ids of that system', async () => {
    const send = openAccounts()();
    const judge = oracle(accounts);
    const post = (path: string, body?: { amount: number }) =>
      send({ method: 'POST', path, ...(body && { body }) });
    expect(judge.allows({ operation: 'open' }, await post('/accounts'))).toBe(true);
    expect(judge.allows(deposit(7), await post('/accounts/acc-1/in', { amount: 7 }))).toBe(true);
    expect(judge.allows(out(8), await post('/accounts/acc-1/out', { amount: 8 }))).toBe(true);
    expect(judge.allows(out(7), await post('/accounts/acc-1/out', { amount: 7 }))).toBe(true);
    expect(Object.values(judge.state())).toEqual([0]);
    expect(judge.report()).toBeUndefined();
  });

  test('says where a trace breaks, what was expected and what was believed, and allows nothing behind it', () => {
    const judge = oracle(accounts);
    judge.allows({ operation: 'open' }, opened);
    judge.allows(deposit(5), balance(5));
    expect(judge.allows(out(6), balance(-1))).toBe(false);
    expect(judge.report()).toBe(`The trace breaks at step 3
  1  open  POST /accounts                             → 201 {"id":"acc-1","balance":0}
  2  deposit  POST /accounts/acc-1/in {"amount":5}    → 200 {"balance":5}
  3  withdraw  POST /accounts/acc-1/out {"amount":6}  → 200 {"balance":-1}
     ✗ an overdraft is refused
       expected status 409, received status 200
Believed before: {"~(s1)~":5}; what s1 made is "acc-1"`);
    expect(judge.allows(out(1), balance(4))).toBe(false);
  });

  test('believes both after a lost answer, until a reply decides', () => {
    const judge = oracle(accounts);
    judge.allows({ operation: 'open' }, opened);
    judge.lost(deposit(5));
    expect(judge.states().map((state) => Object.values(state))).toEqual([[0], [5]]);
    expect(judge.allows(show, { status: 200, body: { id: 'acc-1', balance: 5 } })).toBe(true);
    expect(judge.states().map((state) => Object.values(state))).toEqual([[5]]);
    expect(judge.allows(show, { status: 200, body: { id: 'acc-1', balance: 0 } })).toBe(false);
  });

  test('keeps numbers that are the id of a thing where an input names no thing', () => {
    const judge = oracle(boxes);
    expect(judge.allows({ operation: 'put' }, { box: 1 })).toBe(true);
    expect(judge.allows({ operation: 'take', input: { box: 1 } }, 'taken')).toBe(true);
    expect(judge.allows({ operation: 'list' }, [])).toBe(true);
    const other = oracle(accounts);
    other.allows({ operation: 'open' }, { status: 201, body: { id: 5, balance: 0 } });
    expect(other.allows({ operation: 'deposit', input: { account: 5, amount: 5 } }, balance(5))).toBe(true);
  });

  test('refuses a call of which the machine says nothing', () => {
    expect(() => oracle(accounts).allows({ operation: 'steal' }, {})).toThrow(
      'accounts has no operation "steal"',
    );
    expect(() => oracle(jobs).allows({ operation: 'result' }, {})).toThrow(
      'jobs says nothing of result in the state {"status":"none","version":""}: its `when` is false there',
    );
  });
});

import * as fc from 'fast-check';
import { machine } from '../../../engine/build/build.ts';
import { Lost, type Send } from '../../../engine/check/systems.ts';

const none: Readonly<Record<string, number>> = {};

/** Accounts under ids of the server, with deposits and withdrawals, over HTTP: what is built with the builder, where others are written as records. */
export const accounts = machine({
  name: 'accounts',
  state: none,
  operations: ({ operation, expect }) => [
    operation('open', {
      when: (all) => Object.keys(all).length < 3,
      call: () => ({ method: 'POST', path: '/accounts' }),
      expect: (all, _input, made) =>
        expect
          .status(201)
          .body({ id: made, balance: 0 })
          .then({ ...all, [made]: 0 }),
    }),
    operation('deposit', {
      inputs: { account: (all) => Object.keys(all), amount: fc.integer({ min: -5, max: 1000 }) },
      call: ({ account, amount }) => ({ method: 'POST', path: `/accounts/${account}/in`, body: { amount } }),
      expect: (all, { account, amount }) => {
        if (amount <= 0) return expect.status(400).rule('an amount is more than nothing').sameState();
        const balance = (all[account] ?? 0) + amount;
        return expect
          .status(200)
          .body({ balance })
          .then({ ...all, [account]: balance });
      },
    }),
    operation('withdraw', {
      inputs: { account: (all) => Object.keys(all), amount: fc.integer({ min: 1, max: 1000 }) },
      call: ({ account, amount }) => ({ method: 'POST', path: `/accounts/${account}/out`, body: { amount } }),
      expect: (all, { account, amount }) => {
        const balance = (all[account] ?? 0) - amount;
        if (balance < 0) return expect.status(409).rule('an overdraft is refused').sameState();
        return expect
          .status(200)
          .body({ balance })
          .then({ ...all, [account]: balance });
      },
    }),
    operation('show', {
      reads: true,
      inputs: { account: (all) => Object.keys(all) },
      call: ({ account }) => ({ method: 'GET', path: `/accounts/${account}` }),
      expect: (all, { account }) =>
        expect.status(200).body({ id: account, balance: all[account] }).sameState(),
    }),
  ],
});

export interface AccountsFaults {
  /** Each account may owe so much. */
  readonly credit?: number;
  /** Of what is more than this, one is missing afterwards. */
  readonly keepsOneAbove?: number;
  /** Reads the balance, waits, and writes it. */
  readonly slow?: true;
  /** Answers of every n-th call are lost, after what it asked was done. */
  readonly losesEvery?: number;
  /** Ids are numbers, and not texts. */
  readonly numbers?: true;
}

interface AccountsCall {
  readonly method: string;
  readonly path: string;
  readonly body?: { readonly amount: number };
}

/** Opens a service of accounts, sound or with a planted fault. */
export const openAccounts =
  (faults: AccountsFaults = {}) =>
  (): Send<AccountsCall> => {
    const balances = new Map<string, number>();
    let calls = 0;
    const answer = async ({ method, path, body }: AccountsCall): Promise<unknown> => {
      const [, , id = '', what] = path.split('/');
      if (path === '/accounts') {
        const made = faults.numbers ? balances.size + 1 : `acc-${balances.size + 1}`;
        balances.set(String(made), 0);
        return { status: 201, body: { id: made, balance: 0, currency: 'EUR' } };
      }
      const balance = balances.get(id);
      if (balance === undefined) return { status: 404 };
      if (faults.slow) await Promise.resolve();
      if (method === 'GET') return { status: 200, body: { id: faults.numbers ? Number(id) : id, balance } };
      const amount = body?.amount ?? 0;
      if (what === 'in' && amount <= 0) return { status: 400 };
      if (what === 'out' && amount > balance + (faults.credit ?? 0)) return { status: 409 };
      const next = what === 'in' ? balance + amount : balance - amount;
      balances.set(id, what === 'in' && amount > (faults.keepsOneAbove ?? Infinity) ? next - 1 : next);
      return { status: 200, body: { balance: next } };
    };
    return async (call) => {
      const reply = await answer(call);
      calls += 1;
      if (faults.losesEvery !== undefined && calls % faults.losesEvery === 0) throw new Lost('reset');
      return reply;
    };
  };

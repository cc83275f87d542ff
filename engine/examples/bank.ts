import * as fc from 'fast-check';
import { machine } from '../build/build.ts';
import { bankService, type BankFault } from './bank-service.ts';

type Balances = Readonly<Record<string, number>>;
const none: Balances = {};
const accounts = (all: Balances) => Object.keys(all);
/** Of each account one, all, and one too many. */
const amountsOf = (all: Balances) =>
  Object.entries(all).flatMap(([id, held]) => [1, held, held + 1].map((amount) => ({ id, amount })));

/** Accounts by their balances: none is overdrawn, and money moves whole. */
export const bank = machine({
  name: 'bank',
  state: none,
  operations: ({ operation, expect }) => {
    const wrongAmount = expect.status(400).rule('an amount is more than nothing').sameState();
    const overdraft = expect.status(409).rule('an overdraft is refused').sameState();
    return [
      operation('open', {
        when: (all) => Object.keys(all).length < 3,
        call: () => ({ method: 'POST', path: '/accounts' }),
        expect: (all, _, made) =>
          expect
            .status(201)
            .body({ id: made, balance: 0 })
            .then({ ...all, [made]: 0 }),
      }),
      operation('deposit', {
        inputs: { id: accounts, amount: fc.integer({ min: -1, max: 1000 }) },
        call: ({ id, amount }) => ({ method: 'POST', path: `/accounts/${id}/deposit`, body: { amount } }),
        expect: (all, { id, amount }) => {
          if (amount <= 0) return wrongAmount;
          const balance = (all[id] ?? 0) + amount;
          return expect
            .status(200)
            .body({ balance })
            .then({ ...all, [id]: balance });
        },
      }),
      operation('withdraw', {
        inputs: { of: amountsOf },
        call: ({ of: { id, amount } }) => ({
          method: 'POST',
          path: `/accounts/${id}/withdraw`,
          body: { amount },
        }),
        expect: (all, { of: { id, amount } }) => {
          if (amount <= 0) return wrongAmount;
          const balance = (all[id] ?? 0) - amount;
          if (balance < 0) return overdraft;
          return expect
            .status(200)
            .body({ balance })
            .then({ ...all, [id]: balance });
        },
      }),
      operation('transfer', {
        inputs: { of: amountsOf, to: accounts },
        call: ({ of: { id, amount }, to }) => ({
          method: 'POST',
          path: `/accounts/${id}/transfer`,
          body: { amount, to },
        }),
        expect: (all, { of: { id, amount }, to }) => {
          if (amount <= 0) return wrongAmount;
          if (amount > (all[id] ?? 0)) return overdraft;
          const paid = { ...all, [id]: (all[id] ?? 0) - amount };
          const moved = { ...paid, [to]: (paid[to] ?? 0) + amount };
          return expect.status(200).body({ balance: moved[id] }).then(moved);
        },
      }),
      operation('show', {
        reads: true,
        inputs: { id: accounts },
        call: ({ id }) => ({ method: 'GET', path: `/accounts/${id}` }),
        expect: (all, { id }) => expect.status(200).body({ id, balance: all[id] }).sameState(),
      }),
    ];
  },
});

/** The driver: a bank of its own for each sequence. */
export const openBank = (fault?: BankFault) => () => bankService(fault);

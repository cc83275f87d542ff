import * as fc from 'fast-check';
import { machine } from '../build/build.ts';
import { bankService, type BankFault } from './bank-service.ts';
import type { Call } from './call.ts';

type Balances = Readonly<Record<string, number>>;
const none: Balances = {};
const accounts = (all: Balances) => Object.keys(all);
/** Of each account one, all, and one too many. */
const amountsOf = (all: Balances) =>
  Object.entries(all).flatMap(([id, held]) => [1, held, held + 1].map((amount) => ({ id, amount })));

const post = (path: string, body?: Call['body']) => ({ method: 'POST', path, ...(body && { body }) });

/** Accounts by their balances: none is overdrawn, and money moves whole. */
export const bank = machine({
  name: 'bank',
  state: none,
  operations: ({ operation, expect }) => {
    const wrongAmount = expect.status(400).rule('an amount is more than nothing').sameState();
    const overdraft = expect.status(409).rule('an overdraft is refused').sameState();
    const shows = (all: Balances, id: string) => expect.status(200).body({ balance: all[id] }).then(all);
    const paid = (all: Balances, id: string, amount: number) => ({ ...all, [id]: (all[id] ?? 0) + amount });
    return [
      operation('open', {
        when: (all) => Object.keys(all).length < 3,
        call: () => post('/accounts'),
        expect: (all, _, id) =>
          expect
            .status(201)
            .body({ id, balance: 0 })
            .then(paid(all, id, 0)),
      }),
      operation('deposit', {
        inputs: { id: accounts, amount: fc.integer({ min: -1, max: 1000 }) },
        call: ({ id, amount }) => post(`/accounts/${id}/deposit`, { amount }),
        expect: (all, { id, amount }) => (amount <= 0 ? wrongAmount : shows(paid(all, id, amount), id)),
      }),
      operation('withdraw', {
        inputs: { of: amountsOf },
        call: ({ of: { id, amount } }) => post(`/accounts/${id}/withdraw`, { amount }),
        expect: (all, { of: { id, amount } }) => {
          if (amount <= 0) return wrongAmount;
          return amount > (all[id] ?? 0) ? overdraft : shows(paid(all, id, -amount), id);
        },
      }),
      operation('transfer', {
        inputs: { of: amountsOf, to: accounts },
        call: ({ of: { id, amount }, to }) => post(`/accounts/${id}/transfer`, { amount, to }),
        expect: (all, { of: { id, amount }, to }) => {
          if (amount <= 0) return wrongAmount;
          return amount > (all[id] ?? 0) ? overdraft : shows(paid(paid(all, id, -amount), to, amount), id);
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

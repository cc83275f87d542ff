import type { Call, Reply } from './call.ts';

/** What can be wrong with the bank. */
export const bankFaults = [
  'a withdrawal may overdraw by one',
  'nothing may be deposited',
  'above 500 a deposit loses one',
  'a transfer to the same account adds money',
  'a refused transfer takes the money',
] as const;
export type BankFault = (typeof bankFaults)[number];

/** A bank with accounts under ids that it gives out. Each call opens an account, moves money, or shows a balance. */
export function bankService(fault?: BankFault): (call: Call) => Promise<Reply> {
  const balances = new Map<string, number>();

  const deposit = (id: string, held: number, amount: number): Reply => {
    if (amount < 0 || (amount === 0 && fault !== 'nothing may be deposited')) return { status: 400 };
    const loss = fault === 'above 500 a deposit loses one' && amount > 500 ? 1 : 0;
    balances.set(id, held + amount - loss);
    return { status: 200, body: { balance: held + amount - loss } };
  };

  const withdraw = (id: string, held: number, amount: number): Reply => {
    if (amount <= 0) return { status: 400 };
    const credit = fault === 'a withdrawal may overdraw by one' ? 1 : 0;
    if (amount > held + credit) return { status: 409 };
    balances.set(id, held - amount);
    return { status: 200, body: { balance: held - amount } };
  };

  const transfer = (id: string, held: number, to: string, amount: number): Reply => {
    const other = balances.get(to);
    if (other === undefined) return { status: 404 };
    if (amount <= 0) return { status: 400 };
    if (amount > held) {
      if (fault === 'a refused transfer takes the money') balances.set(id, 0);
      return { status: 409 };
    }
    balances.set(id, held - amount);
    const kept = fault === 'a transfer to the same account adds money' ? other : (balances.get(to) ?? 0);
    balances.set(to, kept + amount);
    return { status: 200, body: { balance: balances.get(id) } };
  };

  return async ({ method, path, body = {} }) => {
    const [, , id = '', action] = path.split('/');
    const amount = Number(body['amount']);
    if (method === 'POST' && id === '') {
      const made = `account-${balances.size + 1}`;
      balances.set(made, 0);
      return { status: 201, body: { id: made, balance: 0 } };
    }
    const held = balances.get(id);
    if (held === undefined) return { status: 404 };
    if (action === 'deposit') return deposit(id, held, amount);
    if (action === 'withdraw') return withdraw(id, held, amount);
    if (action === 'transfer') return transfer(id, held, String(body['to']), amount);
    return { status: 200, body: { id, balance: held } };
  };
}

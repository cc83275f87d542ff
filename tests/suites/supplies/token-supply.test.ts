import { describe, expect, it } from 'vitest';
import type { ApiCall } from '../../../models/wire.ts';
import { TokenSupply, type Ask } from '../../../suites/supplies/token-supply.ts';

/** Tokens by id with their states; a resume makes a SUSPENDED one ACTIVE, unless it is stuck. */
function target(states: Record<string, string>, stuck: readonly string[] = []) {
  const asked: string[] = [];
  const ask: Ask = (call: ApiCall) => {
    const [, , id = '', action] = call.path.split('/');
    asked.push(action === undefined ? `read ${id}` : `${action} ${id}`);
    if (action === 'resume' && !stuck.includes(id)) states[id] = 'ACTIVE';
    const status = states[id];
    const reply = {
      http: status === undefined ? 404 : 200,
      contentType: 'application/json',
      body: status === undefined ? { code: 'token.not_found' } : { id, status: status.toLowerCase() },
      text: '',
      sentAt: 0,
      receivedAt: 0,
    };
    return Promise.resolve({ reply });
  };
  return { ask, asked };
}

function supply(ids: readonly string[]) {
  const problems: string[] = [];
  return { tokens: new TokenSupply(ids, (cause) => problems.push(cause)), problems };
}

const untouched = { touched: false, deleted: false };

describe('the given tokens', () => {
  it('are lent to one sequence at a time: the next one waits', async () => {
    const { ask } = target({ tok_1: 'ACTIVE' });
    const { tokens } = supply(['tok_1']);
    expect(await tokens.take(ask)).toEqual({ id: 'tok_1' });
    const order: string[] = [];
    const next = tokens.take(ask).then(() => order.push('lent again'));
    order.push('given back');
    await tokens.giveBack('tok_1', ask, untouched);
    await next;
    expect(order).toEqual(['given back', 'lent again']);
  });

  it('are resumed between two sequences', async () => {
    const states = { tok_1: 'ACTIVE' };
    const { ask, asked } = target(states);
    const { tokens, problems } = supply(['tok_1']);
    await tokens.take(ask);
    states.tok_1 = 'SUSPENDED';
    await tokens.giveBack('tok_1', ask, { touched: true, deleted: false });
    expect(await tokens.take(ask)).toEqual({ id: 'tok_1' });
    expect(asked).toEqual(['read tok_1', 'read tok_1', 'resume tok_1']);
    expect(problems).toEqual([]);
  });

  it('are used up when the suite deletes them, which is no problem of the settings', async () => {
    const states = { tok_1: 'ACTIVE' };
    const { ask } = target(states);
    const { tokens, problems } = supply(['tok_1']);
    await tokens.take(ask);
    states.tok_1 = 'DELETED';
    await tokens.giveBack('tok_1', ask, { touched: true, deleted: true });
    expect(await tokens.take(ask)).toEqual({
      none: 'no token is left; a whole run uses up 3 tokens of resource.tokens with spend: true, and 1 was given',
    });
    expect(problems).toEqual([]);
  });

  it.each([
    [
      'DELETED',
      { tok_1: 'DELETED', tok_2: 'ACTIVE' },
      'number 1 with spend: true is DELETED: it must be ACTIVE',
    ],
    [
      'SUSPENDED by its consumer',
      { tok_1: 'SUSPENDED', tok_2: 'ACTIVE' },
      'number 1 with spend: true is SUSPENDED',
    ],
    ['unknown', { tok_2: 'ACTIVE' }, 'number 1 with spend: true is answered with HTTP 404'],
  ])(
    'that are %s are named as a problem of the settings, and the next one is lent',
    async (_, states, words) => {
      const { ask } = target(states, ['tok_1']);
      const { tokens, problems } = supply(['tok_1', 'tok_2']);
      expect(await tokens.take(ask)).toEqual({ id: 'tok_2' });
      expect(problems).toEqual([expect.stringContaining(words)]);
    },
  );
});

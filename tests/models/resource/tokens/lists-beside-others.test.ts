import { expect, test } from 'vitest';
import { execute } from '../../../../engine/judge/execute.ts';
import type { Driver } from '../../../../engine/judge/execution.ts';
import type { Step } from '../../../../engine/model.ts';
import { resourceTokensMachine } from '../../../../generators/resource/machine.ts';
import type { Call, Reply } from '../../../../models/wire.ts';
import { wholeResourceSetup } from '../../../support/setups/resource-setup.ts';
import { shownToken } from '../../../support/shown-token.ts';

const machine = resourceTokensMachine(wholeResourceSetup);
const on = { token: 's0' };
const sequence: readonly Step[] = [
  { id: 's0', operation: 'issue-token', kind: 'plain', uses: {}, data: {} },
  { id: 's1', operation: 'token-get', kind: 'plain', uses: on },
  { id: 's2', operation: 'token-list', kind: 'holding ACTIVE', uses: {} },
  { id: 's3', operation: 'token-get', kind: 'plain', uses: on },
];

/** The rules that are broken where, behind a read that may count after its answer, a list beside so many others shows this version of a token, and the read behind it that one. */
async function broken(others: number, listed: number | 'refused', read: number): Promise<readonly string[]> {
  const isRefused = listed === 'refused';
  const refusal = {
    reference: 'ref_1',
    title: 'Bad Request',
    status: '400',
    code: 'version.unknown',
    description: 'wrong version',
  };
  const list = isRefused ? refusal : [shownToken(listed)];
  const bodies: readonly unknown[] = [shownToken(1), shownToken(1), list, shownToken(read)];
  let nth = 0;
  const driver: Driver<Call, Reply> = {
    complete: (call, { operation }) =>
      Promise.resolve({
        call: operation === 'token-list' && call.to === 'resource' ? { ...call, others } : call,
      }),
    send: () => {
      const body = bodies[nth];
      nth += 1;
      const http = body === refusal ? 400 : 200;
      const reply = { http, contentType: 'application/json', text: '', sentAt: 0, receivedAt: 0, body };
      return Promise.resolve({ reply });
    },
  };
  const steps = sequence.map((one) =>
    isRefused && one.operation === 'token-list' ? { ...one, kind: 'version wrong' } : one,
  );
  const { violation } = await execute(machine, steps, driver);
  return violation?.breaches.map(({ rule }) => rule) ?? [];
}

test.each([
  { others: 0, listed: 2, read: 2, rules: [] },
  { others: 0, listed: 4, read: 4, rules: ['resource.token-list.same-as-get'] },
  { others: 2, listed: 2, read: 4, rules: [] },
  { others: 2, listed: 5, read: 5, rules: [] },
  { others: 2, listed: 6, read: 6, rules: ['resource.token-list.same-as-get'] },
  { others: 2, listed: 1, read: 6, rules: ['resource.token.version-nr'] },
])(
  'a list beside $others others that shows version $listed, and then $read, breaks $rules',
  async ({ others, listed, read, rules }) => {
    expect(await broken(others, listed, read)).toEqual(rules);
  },
);

test.each([
  { read: 4, rules: [] },
  { read: 6, rules: ['resource.token.version-nr'] },
])('a list that is refused beside 2 others lets version $read break $rules', async ({ read, rules }) => {
  expect(await broken(2, 'refused', read)).toEqual(rules);
});

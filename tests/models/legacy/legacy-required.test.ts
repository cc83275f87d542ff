import { describe, expect, it } from 'vitest';
import type { Json, Step } from '../../../engine/model.ts';
import { authorizeRequired, updateRequired } from '../../../spec/legacy/tables.ts';
import { judged, body, replies, sequence } from '../../support/setups/legacy-replies.ts';

const { authorized, updated } = replies;
const rejected = { http: 400, json: { status: 'failed_request', reason: 'any', message: 'in any words' } };

/** The malformation that leaves out the field at a path. */
const lacking = (path: string): string => `${path.replace('order.items.', 'order.items[].')} missing`;

function step(operation: string, path: string): readonly Step[] {
  const name = lacking(path);
  const data: Json = { encoding: 'hex', malformed: name, ...(operation === 'authorize' && { body }) };
  const uses = operation === 'authorize' ? {} : { payment: 's1' };
  return [{ id: 's9', operation, kind: `malformed: ${name}`, uses, data }];
}

describe.each([
  ['authorize', authorizeRequired, [], authorized],
  ['update', updateRequired, [authorized], updated],
] as const)('a required field of %s', (operation, rows, before, success) => {
  const first = before.length === 0 ? [] : sequence('authorize one line');

  it.each(Object.entries(rows))('%s has a row that its absence proves or breaks', async (path, { id }) => {
    const steps = [...first, ...step(operation, path)];
    expect((await judged(steps, [...before, success])).accused).toEqual([id]);
    const { accused, proven } = await judged(steps, [...before, rejected]);
    expect(accused).toEqual([]);
    const own = [...proven.keys()].filter((rule) => Object.values(rows).some((row) => row.id === rule));
    expect(own).toEqual([id]);
  });
});

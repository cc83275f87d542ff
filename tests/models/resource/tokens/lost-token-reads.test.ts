import { describe, expect, it } from 'vitest';
import { execute, observedChoices } from '../../../../engine/judge/execute.ts';
import { type Driver } from '../../../../engine/judge/execution.ts';
import type { Step } from '../../../../engine/model.ts';
import { resourceTokensMachine } from '../../../../generators/resource/machine.ts';
import type { Call, Reply } from '../../../../models/wire.ts';
import { wholeResourceSetup } from '../../../support/setups/resource-setup.ts';
import { shownToken } from '../../../support/shown-token.ts';

const machine = resourceTokensMachine(wholeResourceSetup);

/** What reads of one token come to that show these versions; undefined: no answer came. */
async function judged(versions: readonly (number | undefined)[]) {
  const answers = [1, ...versions];
  const sequence = answers.map((_, at): Step =>
    at === 0
      ? { id: 's0', operation: 'issue-token', kind: 'plain', uses: {}, data: {} }
      : { id: `s${at}`, operation: 'token-get', kind: 'plain', uses: { token: 's0' } },
  );
  const driver: Driver<Call, Reply> = {
    send: () => {
      const version = answers.shift();
      if (version === undefined) return Promise.resolve({ lost: 'reset' });
      const body = shownToken(version);
      const reply = { http: 200, contentType: 'application/json', text: '', sentAt: 0, receivedAt: 0, body };
      return Promise.resolve({ reply });
    },
  };
  const execution = await execute(machine, sequence, driver);
  const rules = execution.violation?.breaches.map(({ rule }) => rule) ?? [];
  return { rules, read: observedChoices(execution)['resource.token.version-on-read'] };
}

describe('a read of a token that got no answer', () => {
  it('may have been counted, and shows nothing of how reads are counted', async () => {
    expect(await judged([2, undefined, 4])).toEqual({ rules: [], read: undefined });
    expect(await judged([2, undefined, 3])).toEqual({ rules: [], read: undefined });
    expect(await judged([2, undefined, 2])).toEqual({ rules: [], read: undefined });
  });

  it('hides no version that is too high', async () => {
    expect((await judged([2, undefined, 6])).rules).toEqual(['resource.token.version-nr']);
  });
});

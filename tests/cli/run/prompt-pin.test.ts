import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { hasTerminal, noteOnPin, promptPin } from '../../../cli/run/prompt-pin.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';

/** A terminal of which a test sees what is shown. */
function terminal({ isTTY = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  return { input, output, shown: () => String(output.read() ?? '') };
}

const nobodyInterrupts = new AbortController().signal;

describe('the prompt for a PIN', () => {
  it('gives what was typed, without the blanks around it, and says for how long it waits', async () => {
    const { shown, ...own } = terminal();
    const answer = promptPin(nobodyInterrupts, own);
    own.input.write(' 12 ab \n');
    expect(await answer).toEqual({ pin: '12 ab' });
    expect(shown()).toContain('Type it within 120 seconds: ');
  });

  it('asks again after an entry that can be no PIN: an empty one, or one of more than 64 characters', async () => {
    const { shown, ...own } = terminal();
    const answer = promptPin(nobodyInterrupts, own);
    for (const line of ['', '1'.repeat(65), '2'.repeat(64)]) {
      await new Promise((resolve) => setImmediate(resolve));
      own.input.write(`${line}\n`);
    }
    expect(await answer).toEqual({ pin: '2'.repeat(64) });
    expect(shown().match(/A PIN has 1 to 64 characters/g)).toHaveLength(2);
  });

  it('ends when the time is over, when the run is interrupted, and when the input ends, each with its reason', async () => {
    expect(await promptPin(nobodyInterrupts, terminal(), 1)).toEqual({
      none: 'the PIN was asked for, and not typed within 0 seconds',
    });
    expect(await promptPin(AbortSignal.abort(), terminal())).toEqual({
      none: 'the run was interrupted while the PIN was asked for',
    });
    const interrupt = new AbortController();
    const answer = promptPin(interrupt.signal, terminal());
    interrupt.abort();
    expect(await answer).toEqual({ none: 'the run was interrupted while the PIN was asked for' });
    const ended = terminal();
    const none = promptPin(nobodyInterrupts, ended);
    ended.input.end();
    expect(await none).toEqual({ none: 'the PIN was asked for, and the input ended' });
  });

  it('needs a terminal on both sides', () => {
    const [yes, no] = [terminal(), terminal({ isTTY: false })];
    expect(hasTerminal(yes)).toBe(true);
    expect(hasTerminal({ input: yes.input, output: no.output })).toBe(false);
    expect(hasTerminal({ input: no.input, output: yes.output })).toBe(false);
  });
});

describe('before a run', () => {
  const sample = sampleTarget('http://t.test');
  const target = { ...sample, legacy: { ...sample.legacy, asksPin: true as const } };

  it('people read that a PIN will be asked for, or that no person can be asked', () => {
    expect(noteOnPin({ target, capabilities: [], isInteractive: true })).toContain('will be asked for once');
    expect(noteOnPin({ target, capabilities: [], isInteractive: false })).toContain('not applicable');
  });

  it('nothing is said where no PIN is to be asked for', () => {
    expect(noteOnPin({ target: sample, capabilities: [], isInteractive: true })).toBeUndefined();
    expect(noteOnPin({ target, capabilities: ['pins.read'], isInteractive: false })).toBeUndefined();
  });
});

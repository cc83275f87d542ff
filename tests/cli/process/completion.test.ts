import { afterEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../../cli/main.ts';

afterEach(() => vi.restoreAllMocks());

/** What a command line prints, and its exit status. */
async function printed(...argv: readonly string[]) {
  let text = '';
  vi.spyOn(console, 'log').mockImplementation(
    (...line: readonly unknown[]) => void (text += `${line.join(' ')}\n`),
  );
  vi.spyOn(process.stdout, 'write').mockImplementation((more) => ((text += String(more)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((more) => ((text += String(more)), true));
  return { exit: await run(argv), text };
}

describe('completion', () => {
  test.each(['bash', 'zsh', 'fish'])('prints a script for %s that asks payproof', async (shell) => {
    const { exit, text } = await printed('completion', shell);
    expect(exit).toBe(0);
    expect(text).toMatch(/payproof.* complete --/);
  });

  test.each([
    [['cer'], 'certify'],
    [['certify', '--max'], '--max-requests'],
    [['serve', '--fa'], '--fault'],
  ])('completes %j', async (words, completed) => {
    const { text } = await printed('complete', '--', ...words);
    expect(text).toContain(completed);
  });

  test('says which shells it knows', async () => {
    const { exit, text } = await printed('completion', 'tcsh');
    expect(exit).toBe(2);
    expect(text).toContain('zsh, bash, fish');
  });
});

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { plain } from '../../../reports/words/plain.ts';
import { fileNameOf, replayCommand } from '../../../reports/words/replay-command.ts';

/** The arguments that a shell makes of a command, after `npx payproof`. */
function argumentsIn(command: string): readonly string[] {
  const script = `npx() { printf '%s\\0' "$@"; }; ${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(1, -1);
}

describe('the printed command that replays a violation', () => {
  test.each([
    ['runs/2026-01-31T09-00-00-sandbox', '1-close-refuses'],
    ['/tmp/my runs/a & b', 'x'],
    ["runs/it's $(touch owned) `id`; rm -rf ~ #", "1-'; echo owned; '"],
    ['runs/two\nlines\u202e\u0007', 'x'],
    ['runs/ä\\n', 'ü\\'],
  ])('is one line, and names the very file to a shell: %j', (dir, name) => {
    const command = replayCommand(dir, name);
    expect(command).toBe(plain(command, Infinity));
    expect(argumentsIn(command)).toEqual(['replay', `${dir}/reproductions/${fileNameOf(name)}.json`]);
  });

  test('is no option where the folder begins with a hyphen', () => {
    expect(argumentsIn(replayCommand('-rf', 'x'))).toEqual(['replay', './-rf/reproductions/x.json']);
  });

  test.each([
    ['sandbox', ['--target', 'sandbox']],
    ['-x y', ['--target=-x y']],
  ])('names the targets file and the target that the run was given: %s', (target, words) => {
    expect(argumentsIn(replayCommand('runs/a', 'x', { targets: "my targets'.yaml", target }))).toEqual([
      'replay',
      'runs/a/reproductions/x.json',
      '--targets',
      "my targets'.yaml",
      ...words,
    ]);
  });

  test('names the file that is written, whatever a journal calls it', () => {
    expect(argumentsIn(replayCommand('runs/a', '../../etc/pass\nwd'))).toEqual([
      'replay',
      'runs/a/reproductions/pass-wd.json',
    ]);
  });
});

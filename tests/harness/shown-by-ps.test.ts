import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shownByPs } from '../gauntlet/support/processes.ts';

/** A process that starts another one, with what it is given as its argument and in its environment. */
const starts = `
  const { spawn } = require('node:child_process');
  const child = spawn('sleep', ['60'], { argv0: process.argv[1], env: { MADE: process.argv[1] } });
  child.on('spawn', () => console.log('ready'));
  process.on('SIGTERM', () => { child.kill(); process.exit(); });
`;

test.skipIf(!existsSync('/proc/self/task'))(
  'what ps shows of a process holds the arguments and the environment of all that it started, without what the user gave',
  async () => {
    const env = { PATH: process.env['PATH'], GIVEN: 'given by the user' };
    const child = spawn(process.execPath, ['-e', starts, 'a-secret'], { env });
    await once(child.stdout, 'data');
    const shown = [...shownByPs(child.pid, env)];
    child.kill();
    const holding = shown
      .filter(([, text]) => text.includes('a-secret'))
      .map(([place]) => place.split(' ')[0]);
    expect(holding).toEqual(['arguments', 'arguments', 'environment']);
    expect(shown.map(([, text]) => text).join()).not.toContain('given by the user');
  },
);

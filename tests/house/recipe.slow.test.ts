import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeAddress } from '../harness/local-server.ts';
import { bin, command as started, type Command } from '../support/runs/command.ts';
import { blocksOf } from './reading/blocks.ts';
import { root } from './reading/sources.ts';
import { anyLines, masked, patternOf, stepsOf } from './reading/transcript.ts';

const page = 'docs/certify-a-sandbox.md';
const steps = stepsOf(blocksOf(readFileSync(join(root, page), 'utf8')));
const dir = mkdtempSync(join(tmpdir(), 'payproof-recipe-'));
/** The ports of the page: of the server, and of the receiver. Others may have them here, so free ones take their place. */
const shown = ['9902', '8099'] as const;
const free: string[] = [];
let server: Command | undefined;
let lastExit = 0;

beforeAll(async () => {
  for (const _ of shown) free.push(new URL(await freeAddress()).port);
  // What a reader calls by npx is the command of this folder.
  mkdirSync(join(dir, 'bin'));
  writeFileSync(join(dir, 'bin/npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(join(dir, 'bin/npx'), 0o755);
});

afterAll(async () => {
  server?.child.kill('SIGINT');
  await server?.finished;
  rmSync(dir, { recursive: true });
});

const here = (text: string): string =>
  shown.reduce((rest, port, index) => rest.replaceAll(port, free[index] ?? port), text);
const asShown = (text: string): string =>
  shown.reduce((rest, port, index) => rest.replaceAll(free[index] ?? port, port), text);

describe(`the session of ${page}`, () => {
  it.each(steps.map((step) => ({ ...step, title: step.kind === 'file' ? step.name : step.command })))(
    '$title',
    async (step) => {
      if (step.kind === 'file') return writeFileSync(join(dir, step.name), here(step.text));
      const printed = asShown(await run(here(step.command)));
      // Of a line that was printed otherwise, this names the line alone.
      expect(linesOf(step.output).filter((line) => !linesOf(printed).includes(line))).toEqual([]);
      expect(masked(printed)).toMatch(patternOf(step.output));
    },
  );
});

function linesOf(text: string): readonly string[] {
  return masked(text)
    .split('\n')
    .filter((line) => line !== anyLines);
}

/** Runs a command as the reader's shell would, in the same folder. What serves goes on to the end. */
async function run(line: string): Promise<string> {
  if (line.startsWith('npx payproof serve ')) {
    server = started(line.split(' ').slice(2), dir);
    return (await server.printed(/# Listening on .*\n/)).input;
  }
  const child = spawn('sh', ['-c', `exec 2>&1\n(exit ${lastExit})\n${line}`], {
    cwd: dir,
    env: { PATH: `${join(dir, 'bin')}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += String(text)));
  await once(child, 'close');
  lastExit = child.exitCode ?? 1;
  return output === '' || output.endsWith('\n') ? output : `${output}\n`;
}

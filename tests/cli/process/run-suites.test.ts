import { turnsOf } from '../../../suites/run/turns.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runSuites } from '../../../cli/command/run-suites.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import { readJournalSync } from '../../../harness/journal/read-journal.ts';
import { loadTarget, type Target } from '../../../harness/settings/settings.ts';
import { claimsOfRun } from '../../../suites/replay/kept.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { bothInterfaces } from '../../support/setups/both-interfaces.ts';

const folder = mkdtempSync(join(tmpdir(), 'payproof-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));
let runs = 0;

interface Ran {
  readonly target: Target;
  readonly signal?: AbortSignal;
  readonly workers?: number;
  readonly startAnother?: () => Promise<Target>;
}

/** What comes of threads that run this code in place of the suites. */
async function ran(code: string, { target, signal, ...how }: Ran) {
  runs += 1;
  const out = join(folder, `run-${runs}`);
  mkdirSync(out);
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, `import { parentPort as port, workerData } from 'node:worker_threads';\n${code}`);
  const config = unwrittenConfig(target, { capabilities: [] }, { out });
  const outcome = await runSuites(config, signal ?? new AbortController().signal, {
    workers: 2,
    ...how,
    script,
  });
  return { outcome, journal: readJournalSync(join(out, 'journal.ndjson.gz')) };
}

const oneInterface = loadTarget({ file: undefined, name: 'embedded' });
const outcomeOf = async (code: string, signal?: AbortSignal) =>
  (await ran(code, { target: oneInterface, ...(signal && { signal }) })).outcome;

/** Answers as the suites do, and finds nothing. */
const answering = `
  port.postMessage({ ready: true });
  port.on('message', (asked) => {
    if ('check' in asked) port.postMessage({ suite: asked.check, checked: [], isEnough: false });
    else port.close();
  });`;

describe('a thread of the suites', () => {
  test.each([
    ['checks all that it is asked to', answering, []],
    ['reports a fault', 'port.postMessage({ fault: "broken" });', ['broken']],
    ['throws', 'throw new Error("broken");', ['the suites broke off: broken']],
    [
      'takes more memory than it may',
      'const all = []; for (;;) all.push(Array.from({ length: 10_000 }, () => ({})));',
      [
        'the suites broke off: a thread of payproof needed more than the 256 MB of memory that it may take, which says nothing of the target',
      ],
    ],
    ['ends its process', 'process.exit(7);', ['the suites ended early, with status 7']],
    ['ends before it was asked to', '', ['the suites ended early, with status 0']],
    [
      'ends in the middle of a claim',
      'port.postMessage({ ready: true }); port.once("message", () => process.exit(0));',
      ['the suites ended early, with status 0'],
    ],
    [
      'waits for what never comes',
      'await new Promise(() => undefined);',
      ['the suites ended early, with status 13'],
    ],
  ])('that %s leaves these faults in the run', async (_name, code, faults) => {
    expect(await outcomeOf(code)).toEqual({ faults, interrupted: false });
  });

  test('that an interrupt ends is no fault', async () => {
    expect(await outcomeOf('process.exit(1);', AbortSignal.abort())).toEqual({
      faults: [],
      interrupted: true,
    });
  });

  test('has checked a whole run where the interrupt comes once nothing is left to check', async () => {
    const interrupt = new AbortController();
    const channel = new BroadcastChannel('all is checked');
    const isOver = new Promise<void>((resolve) => {
      channel.addEventListener('message', (event) => {
        if ((event as MessageEvent).data !== 'checked') return;
        interrupt.abort();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of Node, no window
        channel.postMessage('interrupted');
        resolve();
      });
    });
    const code = answering.replace(
      'else port.close();',
      `else if ('done' in asked) {
        const channel = new BroadcastChannel('all is checked');
        channel.onmessage = ({ data }) => { if (data === 'interrupted') { channel.close(); port.close(); } };
        channel.postMessage('checked');
      }`,
    );
    expect(await outcomeOf(code, interrupt.signal)).toEqual({ faults: [], interrupted: false });
    await isOver;
    channel.close();
  });
});

/** A thread that notes in the journal what it is asked, and what `answer` says of each claim. */
const noting = (answer: string): string => `
  const note = (cause) =>
    port.postMessage({ records: [JSON.stringify({ k: 'trouble', at: 1, kind: 'ours', cause })] });
  const laneOf = (suite) => workerData.lanes.find(({ suites }) => suites.includes(suite));
  port.postMessage({ ready: true });
  port.on('message', async (asked) => {
    if ('gone' in asked) note('gone: ' + asked.gone.cause);
    if ('end' in asked) note(workerData.lanes.flatMap(({ suites }) => suites).length + ' suites end');
    if ('done' in asked) port.close();
    if ('check' in asked) {
      const reported = asked.reported.map(({ suite }) => suite);
      note([asked.check, ...reported].join(' after '));
      port.postMessage({ suite: asked.check, checked: [], isEnough: false, ...(${answer}) });
    }
  });`;

const noted = async (answer: string, how: Omit<Ran, 'target'> = {}) => {
  const { outcome, journal } = await ran(noting(answer), { target: bothInterfaces(), ...how });
  expect(outcome).toMatchObject({ faults: [] });
  return journal.flatMap((record) => (record.k === 'trouble' ? [record.cause] : []));
};

/** What a lane answers whose target is gone. */
const losing = `asked.check === 'resource/payments' ? { gone: { cause: 'refused', awayAt: 0 } } : {}`;

/** How often the lanes together are asked to check a claim or a part of one. */
const turns = turnsOf(unwrittenConfig(bothInterfaces(), { capabilities: [] }), claimsOfRun).flat().length;

describe('two threads of the suites', () => {
  test('write one journal without a damaged line, and what holds the target alone comes last in each part', async () => {
    const causes = await noted('{}');
    expect(causes).toHaveLength(turns);
    expect(causes[0]).toBe('kept');
    // Of each part of the run: what shows requirements, the procedures, the plans, and the rest.
    const alone = ['legacy/time', 'resource/time', 'webhooks/registration', 'webhooks/retries'];
    const held = causes.map((cause) => alone.includes(cause));
    const begins = held.flatMap((is, index) => (is && held[index - 1] !== true ? [index] : []));
    expect(begins).toHaveLength(4);
    expect(causes.slice(begins[1], (begins[1] ?? 0) + 2)).toEqual(alone.slice(2));
    expect(causes.slice(-2)).toEqual(alone.slice(0, 2));
  });

  test('know of each other what earlier stages have reported', async () => {
    const failure: Pick<FailureRecord, 'suite'> = { suite: 'kept' };
    const causes = await noted(`asked.check === 'kept' ? { checked: [${JSON.stringify(failure)}] } : {}`);
    expect(causes.find((cause) => cause.startsWith('resource/payments'))).toBe(
      'resource/payments after kept',
    );
  });

  test('hear of each other, once, that the target is gone', async () => {
    const causes = await noted(losing);
    expect(causes.filter((cause) => cause.startsWith('gone'))).toEqual(['gone: refused', 'gone: refused']);
    // Before anything of the next stage.
    expect(causes.indexOf('gone: refused')).toBeLessThan(causes.indexOf('legacy/time'));
  });

  test('end together once one of them has what ends the run', async () => {
    const causes = await noted(`asked.check === 'legacy/lifecycle' ? { isEnough: true } : {}`);
    expect(causes.filter((cause) => cause.endsWith('end')).toSorted()).toEqual([
      '5 suites end',
      '9 suites end',
    ]);
    expect(causes).not.toContain('legacy/time');
    expect(causes).not.toContain('resource/time');
  });
});

describe('lanes with a server each', () => {
  /** Starts nothing, and gives each lane another key. */
  const startingAnother = () => {
    let started = 1;
    const { legacy, ...target } = bothInterfaces();
    return (): Promise<Target> => {
      started += 1;
      return Promise.resolve({
        ...target,
        ...(legacy && { legacy: { ...legacy, apiKey: `key ${started}` } }),
      });
    };
  };
  const keys = `(note(asked.check + ' at ' + laneOf(asked.check).config.target.legacy.apiKey), {})`;

  test.each([1, 2, 3])('have each its own, in %i threads', async (workers) => {
    const causes = await noted(keys, { workers, startAnother: startingAnother() });
    const at = causes.flatMap((cause) => {
      const [suite, key] = cause.split(' at ');
      return key === undefined ? [] : [[suite?.split('/')[0], key]];
    });
    expect(at).toHaveLength(turns);
    expect(Object.fromEntries(at)).toEqual({
      kept: 'key',
      webhooks: 'key',
      resource: 'key 2',
      legacy: 'key 3',
    });
  });

  test('hear nothing of each other where a server is gone', async () => {
    const causes = await noted(losing, { startAnother: startingAnother() });
    expect(causes.filter((cause) => cause.startsWith('gone'))).toEqual([]);
  });

  test('do not wait for each other where a suite holds its server alone', async () => {
    const waits = `asked.check === 'resource/payments' ? (await legacyTime, {}) : {}`;
    const code = noting(waits).replace(
      'port.postMessage({ ready: true });',
      `let told;
      const legacyTime = new Promise((resolve) => (told = resolve));
      port.on('message', ({ check }) => check === 'legacy/time' && told());
      port.postMessage({ ready: true });`,
    );
    const { outcome } = await ran(code, {
      target: bothInterfaces(),
      workers: 1,
      startAnother: startingAnother(),
    });
    expect(outcome).toEqual({ faults: [], interrupted: false });
  });
});

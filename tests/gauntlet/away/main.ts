import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startServer } from '../../../tools/server-process.ts';
import { certificateIn, sizeOf, startedIn } from '../resume/killed.ts';

/**
 * Ends a `payproof serve` in the middle of a `certify` and measures how long the run goes on: killed for good, stopped so that it hangs, or
 * killed and started again at the same port with nothing of what it knew. Exits 1 when a run takes longer than it may, lacks a report, has
 * another exit status, or accuses the server.
 */
const { values } = parseArgs({
  options: {
    // Of the run's journal: early, and in the middle of a default run.
    kilobytes: { type: 'string', multiple: true, default: ['40', '550'] },
    fate: { type: 'string', multiple: true, default: ['killed', 'hangs', 'restarted'] },
    verb: { type: 'string', default: 'certify' },
    seed: { type: 'string', default: '1' },
  },
});

/** How long a run may go on once its server is gone, s: `limits.away` by default is 60 s. */
const mostSeconds = 90;
/** That a server hangs is seen after three waits, the longest of a minute for a control call. */
const mostSecondsHanging = 150;
/** A server that is started anew is down for so long, ms: longer than a refused connection is tried again at once. */
const downMs = 3000;
/** Interval of looking at the journal, ms: far shorter than a suite. */
const lookMs = 20;

const reports = ['certificate.json', 'report.html', 'junit.xml', 'allure-results', 'journal.ndjson.gz'];

let wrong = 0;
process.stdout.write('fate        KB by then     s  exit  verdict        accused  faults\n');
for (const fate of values.fate)
  for (const kilobytes of values.kilobytes) await measure(fate, Number(kilobytes));
process.exitCode = wrong === 0 ? 0 : 1;

async function measure(fate: string, kilobytes: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'away-'));
  const server = await startServer(folder);
  const out = join(folder, 'run');
  const args = [values.verb, '--targets', server.targetsFile, '--seed', values.seed, '--out', out];
  const { child, said, closed } = startedIn(folder, args);
  while (child.exitCode === null && sizeOf(out) < kilobytes * 1000) await sleep(lookMs);
  const begun = child.exitCode === null;
  const most = fate === 'hangs' ? mostSecondsHanging : mostSeconds;
  const since = performance.now();
  const pid = server.pid ?? 0;
  process.kill(pid, fate === 'hangs' ? 'SIGSTOP' : 'SIGKILL');
  const next = fate === 'restarted' ? await startedAgain(folder, server.targetsFile) : undefined;
  await closed;
  const seconds = (performance.now() - since) / 1000;
  if (fate === 'hangs') process.kill(pid, 'SIGKILL');
  await next?.stop();
  const { verdict, failures, troubles } = certificateIn(out);
  const exits = fate === 'restarted' ? [0, 3] : [3];
  const events = troubles.flatMap(({ event }) => event ?? []);
  const faults = [
    ...(begun ? [] : ['the run ended before']),
    ...(fate === 'restarted' || seconds <= most ? [] : [`longer than ${most} s`]),
    ...(exits.includes(child.exitCode ?? -1) ? [] : [`exit ${child.exitCode}: ${said().slice(-300)}`]),
    ...(failures.length === 0 ? [] : failures.map(({ summary }) => `accused: ${summary}`)),
    ...(events.includes(fate === 'restarted' ? 'away' : 'gone') ? [] : [`events: ${events.join(', ')}`]),
    ...reports.flatMap((name) => (existsSync(join(out, name)) ? [] : [`no ${name}`])),
  ];
  if (faults.length > 0) wrong += 1;
  const cells = [
    fate.padEnd(10),
    String(kilobytes).padStart(10),
    seconds.toFixed(1).padStart(6),
    String(child.exitCode).padStart(5),
    verdict.padEnd(14),
    String(failures.length).padStart(7),
    faults.join('; '),
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
}

async function startedAgain(folder: string, targetsFile: string) {
  await sleep(downMs);
  const [, port = ''] = /base_url: http:\/\/[^:]+:(\d+)/.exec(readFileSync(targetsFile, 'utf8')) ?? [];
  return startServer(folder, ['--port', port]);
}

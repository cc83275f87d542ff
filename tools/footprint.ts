import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../harness/files/version.ts';

/**
 * Prints what a run takes of a machine: the peak of its resident memory, as Linux counts it, and the size of its folder. The arguments are
 * those of `certify`; without any it is a default run against the embedded target.
 */
const sampleMs = 200;
const mb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const dir = mkdtempSync(join(tmpdir(), 'payproof-footprint-'));
const out = join(dir, 'run');
const startedAt = performance.now();
const bin = join(packageRoot, 'bin', 'payproof.mjs');
const child = spawn(process.execPath, [bin, 'certify', ...process.argv.slice(2), '--out', out], {
  cwd: packageRoot,
  stdio: ['ignore', 'inherit', 'inherit'],
});

/** The peak so far, bytes; 0 where the system does not say. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

let peak = 0;
const sampling = setInterval(() => {
  peak = Math.max(peak, child.pid === undefined ? 0 : peakOf(child.pid));
}, sampleMs);
const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
clearInterval(sampling);
const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).map((name) =>
  statSync(join(out, name)),
);
const size = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
rmSync(dir, { recursive: true });
console.log(`exit ${String(code)}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
console.log(`peak of resident memory  ${peak === 0 ? 'not known here' : mb(peak)} (goal: at most 400 MB)`);
console.log(`folder of the run        ${mb(size)} (goal: at most 10 MB)`);

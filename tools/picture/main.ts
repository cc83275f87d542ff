import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { packageRoot } from '../../harness/files/version.ts';
import { startReference } from '../../reference/server.ts';
import { startChromium } from '../../tests/support/targets/chromium.ts';

// Draws the picture of the README: the first screen of the page of a run against the built-in server with the fault that the README shows.

const { values } = parseArgs({ options: { run: { type: 'string' } } });
const picture = join(packageRoot, 'docs/pictures/page.webp');
const size = { width: 1120, height: 640 };

/** Certifies the faulty server, as `targets.yaml` of this folder knows it, and gives the run's folder. */
async function faultyRun(dir: string): Promise<string> {
  const faulty = await startReference({ faults: ['legacy-full-capture-stays-open'] });
  try {
    const targets = readFileSync(join(packageRoot, 'targets.yaml'), 'utf8');
    writeFileSync(join(dir, 'targets.yaml'), targets.replaceAll('http://127.0.0.1:9900', faulty.url));
    const options = ['certify', '--target', 'local', '--seed', '1', '--quiet', '--out', 'run'];
    // It ends with 1, as it should.
    await promisify(execFile)(process.execPath, [join(packageRoot, 'bin/payproof.mjs'), ...options], {
      cwd: dir,
    }).catch(() => undefined);
    return join(dir, 'run');
  } finally {
    await faulty.close();
  }
}

const dir = mkdtempSync(join(tmpdir(), 'payproof-picture-'));
const browser = await startChromium();
try {
  const run = values.run ?? (await faultyRun(dir));
  const page = await browser.newPage({ viewport: size });
  await page.goto(pathToFileURL(join(run, 'report.html')).href);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  writeFileSync(picture, Buffer.from(data, 'base64'));
  process.stdout.write(`${picture}: ${Buffer.from(data, 'base64').length} bytes\n`);
} finally {
  await browser.close();
  rmSync(dir, { recursive: true });
}

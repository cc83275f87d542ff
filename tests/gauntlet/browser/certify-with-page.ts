import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { startReference } from '../../../reference/server.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { command } from '../../support/runs/command.ts';
import { chromiumPath } from '../../support/targets/chromium.ts';
import { certificateIn } from '../resume/killed.ts';
import { entryOf } from '../support/reference-target.ts';
import { startHostileCheckout } from './hostile-checkout.ts';
import type { HostilePage } from './pages.ts';

/** A run against the reference, whose checkout is a page of others. */
export interface PageRun {
  readonly exit: number | null;
  readonly certificate: Certificate;
  /** The rows beside those of the checkout that have passed. */
  readonly passed: readonly string[];
  /** Connections and datagrams to another host. */
  readonly reached: number;
}

/** Certifies the legacy interface, with few random sequences and this page as its checkout; undefined: without a browser. */
export async function certifyWithPage(page: HostilePage | undefined): Promise<PageRun> {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'));
  const reference = await startReference({ seed: 1 });
  const host = await startHostileCheckout(reference.keys.secret);
  try {
    host.show(page);
    const entry = {
      ...entryOf(reference, reference.url),
      checkout: { script_url: host.scriptUrl, consumer: [] },
    };
    const targets = join(folder, 'targets.yaml');
    writeFileSync(targets, stringify({ targets: { own: entry } }));
    const out = join(folder, 'run');
    const args = ['--only', 'legacy', '--runs', '2', '--seed', '1', '--quiet'];
    const browser = process.env['PAYPROOF_CHROMIUM'];
    process.env['PAYPROOF_CHROMIUM'] = (page && chromiumPath) ?? 'none';
    const { finished } = command(['certify', '--targets', targets, '--target', 'own', '--out', out, ...args]);
    process.env['PAYPROOF_CHROMIUM'] = browser ?? '';
    const { exit, err } = await finished;
    if (exit === 2) throw new Error(err);
    const certificate = certificateIn(out);
    const { tcp, udp } = host.reached();
    return {
      exit,
      certificate,
      passed: certificate.requirements
        .filter(({ id, verdict }) => verdict === 'pass' && !id.startsWith('legacy.checkout.'))
        .map(({ id }) => id),
      reached: tcp + udp,
    };
  } finally {
    await host.close();
    await reference.close();
    rmSync(folder, { recursive: true });
  }
}

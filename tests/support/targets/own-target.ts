import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference } from '../../../reference/server.ts';

/** A reference of the resource interface without control, and a folder whose settings file names it as the target `own`. */
export async function startOwnTarget() {
  const dir = mkdtempSync(join(tmpdir(), 'payproof-own-target-'));
  const server = await startReference({ control: false });
  const targets = join(dir, 'targets.yaml');
  writeFileSync(
    targets,
    `targets: { own: { kind: remote, resource: { base_url: "${server.url}", secret_key: ${server.keys.secretKey} } } }`,
  );
  const close = async () => {
    await server.close();
    rmSync(dir, { recursive: true });
  };
  return { dir, targets, close };
}

import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { asUnwritable } from '../../harness/preflight/trouble.ts';
import { fingerprint, publicText, readPrivateKey, signatureText } from '../../reports/manifest/keys.ts';
import { manifestName, signatureName } from '../../reports/manifest/report-files.ts';
import { liesIn } from '../../reports/verify/run-files.ts';
import { writeAtomically } from '../../reports/files/write-atomically.ts';

/** The key to sign a run with. Throws a SettingsError for one that can't, or that lies where it would be handed on. */
export function signingKey(file: string, dir?: string): KeyObject {
  const key = readPrivateKey(file);
  if (dir !== undefined && existsSync(dir) && liesIn(dir, resolve(file)))
    throw new SettingsError(
      `${file} lies in the folder of the run, which others get: keep a private key elsewhere.`,
    );
  return key;
}

/** Writes the signature over the manifest of a run. Gives the fingerprint of the key. Throws Unwritable when it can't be written. */
export async function signRun(dir: string, key: KeyObject): Promise<string> {
  const manifest = await readFile(join(dir, manifestName), 'utf8');
  try {
    await writeAtomically(join(dir, signatureName), signatureText(manifest, key));
  } catch (error) {
    throw asUnwritable(dir, error);
  }
  return fingerprint(publicText(key));
}

import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKeys } from '../../../reports/manifest/keys.ts';
import { writeTinyRun } from '../../support/runs/tiny-run.ts';
import { forgeJournal } from './forged-runs.ts';
import type { Sound } from './rows.ts';

/** Makes what the rows tamper with: a run, a shard, a run that was broken off, and a key to sign with. */
export async function makeSound(base: string): Promise<Sound> {
  const sound = {
    run: join(base, 'run'),
    shard: join(base, 'shard'),
    broken: join(base, 'broken'),
    key: join(base, 'certifier.key'),
  };
  await writeTinyRun(sound.run);
  for (const dir of [sound.shard, sound.broken]) cpSync(sound.run, dir, { recursive: true });
  const shard = { index: 1, of: 2, shared: true };
  forgeJournal(sound.shard, (all) =>
    all.map((one) => (one['k'] === 'run' ? { ...one, shard, settings: {} } : one)),
  );
  forgeJournal(sound.broken, (all) => all.filter((one) => one['k'] !== 'end'));
  writeFileSync(sound.key, newKeys().privateKey);
  return sound;
}

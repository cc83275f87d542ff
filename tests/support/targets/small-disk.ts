import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

export interface SmallDisk {
  /** Mounts it again with other options, such as `size=1m` or `ro`. */
  change(options: string): void;
  close(): void;
}

/** Mounts a disk of a few kilobytes in memory as a folder. Gives the reason as text where that is not permitted. */
export function smallDisk(folder: string, kilobytes: number): SmallDisk | string {
  mkdirSync(folder, { recursive: true });
  const said = mount('-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder);
  if (said !== undefined) return said;
  return {
    change(options) {
      const refused = mount('-o', `remount,${options}`, folder);
      if (refused !== undefined) throw new Error(refused);
    },
    close: () => void spawnSync('umount', [folder]),
  };
}

/** Why it did not work; undefined when it did. */
function mount(...args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

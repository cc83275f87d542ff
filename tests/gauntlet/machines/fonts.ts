import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder that holds a family of fonts on this machine; undefined where it is not installed. */
export function folderOf(family: string): string | undefined {
  const { stdout } = spawnSync('fc-list', [`:family=${family}`, '--format', '%{file}\n'], {
    encoding: 'utf8',
  });
  const [file] = (stdout ?? '').split('\n').filter((one) => existsSync(one));
  return file === undefined ? undefined : dirname(file);
}

/** A configuration for fontconfig with which a process finds the fonts of one folder alone. */
export function fontsOf(folder: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'payproof-fonts-'));
  const file = join(dir, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${join(dir, 'cache')}</cachedir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
</fontconfig>
`,
  );
  return file;
}

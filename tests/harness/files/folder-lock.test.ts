import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder, refuseInUse } from '../../../harness/files/folder-lock.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'payproof-lock-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const lock = () => join(folder, 'run.lock');
/** The lock that this process would write, changed. */
function locked(changes: Readonly<Record<string, unknown>>): string {
  const { release } = lockFolder(folder);
  const own = JSON.parse(readFileSync(lock(), 'utf8')) as Record<string, unknown>;
  release();
  const text = JSON.stringify({ ...own, ...changes });
  writeFileSync(lock(), text);
  return text;
}

describe('a lock of a folder', () => {
  it('keeps a second run out, which is told the folder and the process, until it is released', () => {
    const first = lockFolder(folder);
    const message = `${folder} is in use by another run: process ${process.pid}, since `;
    expect(() => lockFolder(folder)).toThrow(message);
    expect(() => refuseInUse(folder)).toThrow(message);
    first.release();
    expect(readdirSync(folder)).toEqual([]);
    refuseInUse(folder);
    lockFolder(folder).release();
  });

  // No process of a system has this number.
  it.each([
    ['a process that has gone', { pid: 2 ** 31 - 1 }],
    ['another process with the number of this one, that was started at another time', { born: 'before' }],
  ])('of %s is taken over', (_what, changes) => {
    locked(changes);
    refuseInUse(folder);
    const { release } = lockFolder(folder);
    expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
    expect(readdirSync(folder)).toEqual(['run.lock']);
    release();
  });

  it('of another machine is kept, since nothing can be told of its processes, and the message says what to do', () => {
    const text = locked({ host: 'elsewhere' });
    expect(() => lockFolder(folder)).toThrow(`on elsewhere, since`);
    expect(() => lockFolder(folder)).toThrow(`If that run is over, remove ${lock()}.`);
    expect(readFileSync(lock(), 'utf8')).toBe(text);
  });

  it.each(['', '{', '[1]', '{"pid":"1"}'])('that reads %j is taken over', (text) => {
    writeFileSync(lock(), text);
    lockFolder(folder).release();
    expect(existsSync(lock())).toBe(false);
  });

  it('that another run has taken over meanwhile is not released', () => {
    const { release } = lockFolder(folder);
    writeFileSync(lock(), 'of another');
    release();
    expect(readFileSync(lock(), 'utf8')).toBe('of another');
  });
});

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { forgedReproductions, forgedTraffic } from './forged-files.ts';
import { elsewhere, forgedLine, forgedRuns } from './forged-runs.ts';

/** A verb with a file of others. */
export interface FileRow {
  readonly verb: string;
  /** What is wrong with the file. */
  readonly name: string;
  /** Makes the file in a folder, beside whose `run` and `shard` nothing stands. Gives the arguments of the command. */
  prepare(place: string): readonly string[];
}

/** A sound run, a shard, a run that was broken off, and a key, each of which is copied into the place of a row. */
export interface Sound {
  readonly run: string;
  readonly shard: string;
  readonly broken: string;
  readonly key: string;
}

const inRun = (
  verb: string,
  from: (sound: Sound) => string,
  args: (dir: string, sound: Sound) => readonly string[],
): ((sound: Sound) => readonly FileRow[]) => {
  return (sound) =>
    forgedRuns.map(({ name, forge }) => ({
      verb,
      name,
      prepare(place) {
        const dir = join(place, 'run');
        cpSync(from(sound), dir, { recursive: true });
        forge(dir);
        return args(dir, sound);
      },
    }));
};

/** Every verb that reads files of others, with each of the forged ones. */
export function fileRows(sound: Sound): readonly FileRow[] {
  const runs = [
    inRun(
      'verify',
      ({ run }) => run,
      (dir) => ['verify', dir],
    ),
    inRun(
      'sign',
      ({ run }) => run,
      (dir, { key }) => ['sign', dir, '--key', key],
    ),
    inRun(
      'report',
      ({ run }) => run,
      (dir) => ['report', dir],
    ),
    inRun(
      'diff',
      ({ run }) => run,
      (dir, { run }) => ['diff', dir, run],
    ),
    inRun(
      'merge',
      ({ shard }) => shard,
      (dir) => ['merge', dir, '--out', join(dir, '..', 'out')],
    ),
    inRun(
      '--resume',
      ({ broken }) => broken,
      (dir) => ['certify', '--resume', dir, '--quiet'],
    ),
  ].flatMap((rows) => rows(sound));
  const traffic = forgedTraffic.map(({ name, forge }): FileRow => ({
    verb: 'judge',
    name,
    prepare(place) {
      const file = join(place, 'traffic.har');
      forge(file);
      return ['judge', file, '--out', join(place, 'out')];
    },
  }));
  const reproductions = forgedReproductions.map(({ name, forge }): FileRow => ({
    verb: 'replay',
    name,
    prepare(place) {
      const file = join(place, 'reproduction.json');
      forge(file);
      return ['replay', file, '--target', 'embedded'];
    },
  }));
  return [...runs, ...traffic, ...reproductions];
}

/** What came of a row. */
export interface FileResult {
  readonly exit: number | null;
  /** Standard output and standard error. */
  readonly printed: string;
}

/** A fresh place for a row. */
export function freshPlace(base: string): string {
  const place = join(base, 'place');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  return place;
}

/** What is wrong with how a row came out; empty where the file was refused, or harmless. */
export function faultsOf({ verb }: FileRow, { exit, printed }: FileResult, place: string): readonly string[] {
  const known = [0, 1, 2, 3].includes(exit ?? -1);
  const written = join(place, elsewhere);
  return [
    ...(known ? [] : [`${verb} ended with ${exit}`]),
    ...(printed.includes('itself failed') ? [`it failed itself: ${printed.trim().split('\n').at(-1)}`] : []),
    ...(forgedLine.test(printed) ? ['it prints a forged line'] : []),
    ...(existsSync(written) && readdirSync(written).length > 0 ? ['it wrote elsewhere'] : []),
    ...(existsSync(join(place, 'run', 'manifest.sig')) && exit !== 0 ? ['it was signed'] : []),
  ];
}

import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import { root } from './sources.ts';

/** An installed package of the lock file. */
export interface Licensed {
  readonly name: string;
  readonly version: string;
  /** As the package states it: an SPDX id or expression. */
  readonly license: string;
}

/** Why a production dependency may have this licence. A licence that is not listed fails the check. */
const allowed = new Map([
  ['MIT', 'asks only that its text is kept'],
  ['ISC', 'as MIT'],
  ['BSD-2-Clause', 'as MIT'],
  ['BSD-3-Clause', 'as MIT, and forbids advertising with the names of its authors'],
  ['(MIT OR Apache-2.0)', 'as MIT'],
  ['Apache-2.0', 'asks that its text and notices are kept; grants patents'],
  ['0BSD', 'asks nothing'],
  ['BlueOak-1.0.0', 'as MIT'],
  ['CC0-1.0', 'public domain'],
  ['Unlicense', 'public domain'],
  ['Python-2.0', 'as MIT'],
  ['MPL-2.0', 'asks to publish changes of its own files; we change none and bundle none'],
]);

/** What a package that states no licence says in its LICENSE file, of the version that was read. */
const read = new Map([['color-convert@0.5.3', 'MIT']]);

const querySchema = z.array(
  z.object({
    location: z.string(),
    name: z.string(),
    version: z.string(),
    license: z.string().default('none'),
  }),
);

/** The production dependencies of the lock file, of every platform, by name. Throws an Error when npm finds none. */
export function productionDependencies(): readonly Licensed[] {
  const text = execFileSync('npm', ['query', '.prod', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found = querySchema.parse(JSON.parse(text)).filter(({ location }) => location !== '');
  if (found.length === 0) throw new Error('npm names no production dependency: nothing was checked');
  return found.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Why a package's licence is allowed; undefined when it is not. */
export function whyAllowed({ name, version, license }: Licensed): string | undefined {
  return allowed.get(license === 'none' ? (read.get(`${name}@${version}`) ?? license) : license);
}

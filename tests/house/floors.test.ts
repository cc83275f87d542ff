import { describe, expect, it } from 'vitest';
import { trespasses } from './reading/floors.ts';
import { importsOf } from './reading/imports.ts';
import { sources } from './reading/sources.ts';

const file = (path: string, text: string) => ({ path, text });

describe('the floors of this house', () => {
  it('hold: imports go down only, and rooms of one floor do not import each other', () => {
    const files = sources();
    expect(files.filter(({ path }) => path.startsWith('engine/')).length).toBeGreaterThan(0);
    expect(trespasses(files)).toEqual([]);
  });
});

describe('the test of the floors', () => {
  it.each([
    ['engine/walk.ts', "import { Call } from '../models/wire.ts';", 'may not import models/'],
    ['engine/walk.ts', "import { request } from 'undici';", 'must know nothing of undici'],
    ['spec/rows.ts', "import { readFileSync } from 'node:fs';", 'must know nothing of node:fs'],
    [
      'models/legacy/close.ts',
      "import { walk } from '../../engine/walk.ts';",
      'may import only types of engine/',
    ],
    [
      'models/legacy/close.ts',
      "import { store } from '../../reference/store.ts';",
      'may not import reference/',
    ],
    [
      'models/legacy/close.ts',
      "import { readFile } from 'node:fs/promises';",
      'must know nothing of node:fs',
    ],
    ['reference/server.ts', "import type { Call } from '../models/wire.ts';", 'may not import models/'],
    ['reference/server.ts', "export type { Step } from '../engine/model.ts';", 'may not import engine/'],
    ['generators/amounts.ts', "import { client } from '../harness/client.ts';", 'may not import harness/'],
    [
      'harness/client.ts',
      "import { amounts } from '../generators/amounts.ts';",
      'may not import generators/',
    ],
    ['harness/client.ts', "import { call } from '../models/wire.ts';", 'may import only types of models/'],
    ['suites/session.ts', "import { junit } from '../reports/junit.ts';", 'may not import reports/'],
    ['suites/session.ts', "import { app } from '../reference/app.ts';", 'may not import reference/'],
    ['reports/html.ts', "const late = await import('../suites/session.ts');", 'may not import suites/'],
    ['reports/html.ts', "import 'node:http';", 'must know nothing of node:http'],
    ['harness/client.ts', "export * from '../cli/main.ts';", 'may not import cli/'],
    ['cli/main.ts', "import { sources } from '../tests/house/sources.ts';", 'may not import tests/'],
    ['attic/old.ts', "import { x } from './x.ts';", 'has no floor'],
  ])('is red when %s says %s', (path, text, fault) => {
    expect(trespasses([file(path, text)])).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['models/legacy/close.ts', "import type { Outcome } from '../../engine/model.ts';"],
    ['models/legacy/close.ts', "import { rules } from '../../spec/legacy/close.ts';"],
    ['harness/embedded.ts', "import { start } from '../reference/start.ts';"],
    ['harness/client.ts', "import type { Call } from '../models/wire.ts';"],
    ['suites/session.ts', "import { client } from '../harness/client.ts';"],
    ['engine/shrink.ts', "import { walk } from './walk.ts';\nimport fc from 'fast-check';"],
    ['cli/serve.ts', "import { app } from '../reference/app.ts';"],
  ])('is green when %s says %s', (path, text) => {
    expect(trespasses([file(path, text)])).toEqual([]);
  });

  it('throws when there is nothing to check', () => {
    expect(() => trespasses([])).toThrow('no modules were read');
    expect(() => trespasses([file('tests/a.test.ts', '')])).toThrow('no modules were read');
  });
});

describe('reading imports', () => {
  it('sees statements over several lines, re-exports, side effects and dynamic imports', () => {
    const text = [
      "import {\n  a,\n  type B,\n} from './several.ts';",
      "import type { C } from './types.ts';",
      "export { d } from './again.ts';",
      "export type { E } from './again-types.ts';",
      "import './effect.ts';",
      "import def, { g } from 'package';",
      "import * as all from 'node:path';",
      "  const lazy = await import('./lazy.ts');",
    ].join('\n');
    expect(importsOf(text)).toEqual([
      { from: './several.ts', typeOnly: false },
      { from: './types.ts', typeOnly: true },
      { from: './again.ts', typeOnly: false },
      { from: './again-types.ts', typeOnly: true },
      { from: './effect.ts', typeOnly: false },
      { from: 'package', typeOnly: false },
      { from: 'node:path', typeOnly: false },
      { from: './lazy.ts', typeOnly: false },
    ]);
  });

  it('ignores comments', () => {
    expect(
      importsOf("// import { a } from './a.ts';\n/* import './b.ts'; */\nconst c = 'https://d';"),
    ).toEqual([]);
  });

  it('throws for a computed module path', () => {
    expect(() => importsOf('await import(name);')).toThrow('names no module');
  });
});

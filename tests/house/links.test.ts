import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow, root } from './reading/sources.ts';

const rooms = 'cli|engine|generators|harness|models|reference|reports|spec|suites|tests|tools';
const folders = ['docs', 'engine', 'regressions', 'tools'];
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...folders.flatMap(filesBelow).filter((path) => path.endsWith('.md')),
];

it.each(pages)('%s links only to existing files', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
});

// Paths with a placeholder such as `<name>` are not checked.
it.each(pages)('%s names only existing source files', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]+\\.\\w+)\``, 'g'))];
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

// Decisions are never rewritten: they name folders as they were.
it.each(pages.filter((page) => !page.startsWith('docs/decisions/')))(
  '%s names only existing folders',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(new RegExp(`\`((?:${rooms})/(?:[\\w.-]+/)*)\``, 'g'))];
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

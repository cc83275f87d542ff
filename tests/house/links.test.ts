import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brokenLinks, linksOf } from './reading/links.ts';
import { filesBelow, root } from './reading/sources.ts';

const rooms = 'cli|engine|generators|harness|models|reference|reports|spec|suites|tests|tools';
const folders = ['docs', 'engine', 'regressions', 'tools'];
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...folders.flatMap(filesBelow).filter((path) => path.endsWith('.md')),
];

it.each(pages)('%s links only to existing files and headings', (page) => {
  expect(brokenLinks(root, page)).toEqual([]);
});

const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
/** What npm packs whatever the list says. */
const always = ['README.md', 'LICENSE', 'package.json'];
const isShipped = (path: string): boolean =>
  [...always, ...files].some((one) => path === one || path.startsWith(`${one}/`));

it.each(pages.filter(isShipped))('%s is in the package, and so is all that it links to', (page) => {
  const left = linksOf(root, page).filter(({ path }) => !isShipped(path));
  expect(left.map(({ text }) => text)).toEqual([]);
});

it('the index lists each page of the package, and CONTRIBUTING.md each other one', () => {
  const leadsTo = (page: string) => new Set(linksOf(root, page).map(({ path }) => path));
  const [index, contributing] = [leadsTo('docs/README.md'), leadsTo('CONTRIBUTING.md')];
  const guides = pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'));
  const unlisted = guides.filter((page) => !(isShipped(page) ? index : contributing).has(page));
  expect(unlisted).toEqual(['docs/README.md']);
});

it('the pictures are small: a page with them loads at once, and the package stays light', () => {
  const sizes = filesBelow('docs/pictures').map((file) => statSync(join(root, file)).size);
  expect(sizes.filter((bytes) => bytes > 60_000)).toEqual([]);
  expect(sizes.length).toBeGreaterThan(0);
});

it('the README fits on two screens: below 120 lines', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThan(120);
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

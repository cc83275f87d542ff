import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowChromium, withoutChromium } from '../support/targets/chromium.ts';
import { certifyWithPage, type PageRun } from './browser/certify-with-page.ts';
import { openPages, type PageRunner } from './browser/launch-page.ts';
import { hostilePages } from './browser/pages.ts';

const short = hostilePages.filter((page) => page.short === true);

describe.skipIf(withoutChromium !== '')(`a hostile page of a checkout${withoutChromium}`, () => {
  let forbid = () => {};
  let pages: PageRunner;
  let without: PageRun;
  beforeAll(async () => {
    forbid = allowChromium();
    pages = await openPages();
    without = await certifyWithPage(undefined);
  }, 120_000);
  afterAll(async () => {
    await pages.close();
    forbid();
  });

  test.each(short)('reaches no other host, and ends in time: $name', async (page) => {
    expect((await pages.run(page)).faults).toEqual([]);
  });

  test.each(
    hostilePages.filter(({ name }) => ['a redirect of a body', 'a loop after the click'].includes(name)),
  )('leaves all other evidence to the run, and is told of: $name', async (page) => {
    const { certificate, passed, reached } = await certifyWithPage(page);
    expect(without.passed.filter((row) => !passed.includes(row))).toEqual([]);
    expect(reached).toBe(0);
    expect(certificate.failures).toEqual([]);
    const causes = certificate.troubles.map(({ kind, cause }) => `${kind}: ${cause}`);
    expect(causes).toContainEqual(
      expect.stringMatching(/^target: The pages of the checkout would have sent legacy\.\w+ to 127/),
    );
    expect(causes.join()).not.toMatch(/^ours/m);
  });
});

test('the table has at least 52 hostile pages, no two of one name', () => {
  expect(new Set(hostilePages.map(({ name }) => name)).size).toBe(hostilePages.length);
  expect(hostilePages.length).toBeGreaterThanOrEqual(52);
});

import { describe, expect, test } from 'vitest';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import { choicesOf } from '../../reference/choices.ts';
import { permittedRows } from './permitted/all-rows.ts';
import { mergedServers } from './permitted/merge-ways.ts';
import { askedTogether, type PermittedRow } from './permitted/row.ts';
import { tryRows, whatIsWrong } from './permitted/try-rows.ts';
import { certifyRows } from './permitted/certify-rows.ts';

const short = permittedRows.filter((row) => row.short === true);

describe('no target is accused, and all is tested, where', () => {
  test.each(short)(
    '$name',
    async ({ name }) => {
      expect((await tryRows({ id: name, rows: [name] })).wrong).toEqual([]);
    },
    240_000,
  );
});

const claims: PermittedRow['claims'] = ['webhooks/registration'];
const sentence: PermittedRow['permittedBy'] = { document: 'legacy', section: 'Events', says: 'nothing' };

test('a behaviour that breaks a statement is accused, and names the requirement', async () => {
  const broken: PermittedRow = {
    name: 'the old URL still gets what comes after a change',
    permittedBy: sentence,
    claims,
    server: { overrides: [{ delivery: { destination: (_current, first) => first } }] },
  };
  expect(whatIsWrong([broken], await certifyRows([broken]))).toEqual([
    expect.stringContaining('accused: legacy.deliveries.'),
  ]);
});

test('what is left untested counts as wrong where a claim of the row shows it, unless the row says why', () => {
  const seen = ['legacy.capture.full-closes', 'legacy.close.closes', 'resource.close.closes'];
  const row: PermittedRow = {
    name: 'a row',
    permittedBy: sentence,
    claims: ['legacy/lifecycle'],
    unseen: { 'legacy.close.closes': 'it is hidden' },
  };
  expect(whatIsWrong([row], { accused: [], untested: seen })).toEqual([
    'untested: legacy.capture.full-closes',
  ]);
  expect(whatIsWrong([row], { accused: [], untested: [] })).toEqual([
    'tested, though the row says that it can not be: legacy.close.closes',
  ]);
});

test('no two rows have one name, and each names a section of its document', () => {
  const sections = new Set(
    [...allRequirements, ...allLatitudes].flatMap(({ id, section }) =>
      section.split('; ').map((one) => `${id.slice(0, id.indexOf('.'))} ${one}`),
    ),
  );
  expect(new Set(permittedRows.map(({ name }) => name)).size).toBe(permittedRows.length);
  const unknown = permittedRows.flatMap(({ name, permittedBy: { document, section } }) =>
    sections.has(`${document} ${section}`) ? [] : [`${name}: ${document}, ${section}`],
  );
  expect(unknown).toEqual([]);
});

test('there are at least 60 permitted behaviours', () => {
  expect(permittedRows.length).toBeGreaterThanOrEqual(60);
});

test('each choice of a row is one that the reference has', () => {
  for (const { name, server } of permittedRows)
    expect(() => choicesOf(server?.profile ?? {}), name).not.toThrow();
});

test('rows that are tried together do not contradict each other', () => {
  for (const rows of askedTogether(permittedRows)) expect(() => mergedServers(rows)).not.toThrow();
});

import { describe, expect, it } from 'vitest';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import type { Document } from '../../spec/requirement.ts';
import { headingOf, inDocumentOrder, sections } from '../../spec/sections.ts';

const rows = [...allRequirements, ...allLatitudes];

describe('the register', () => {
  it('names each row document.subject.claim in kebab-case, under its own document', () => {
    const form = /^(legacy|resource)(\.[a-z0-9]+(-[a-z0-9]+)*){2}$/;
    const wrong = rows.filter(({ id, document }) => !form.test(id) || !id.startsWith(`${document}.`));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('uses no id twice', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('keeps its ids: none is added or removed unnoticed', async () => {
    const requirements = allRequirements.map(({ id, level }) => `${level.padEnd(4)} ${id}`);
    const latitudes = allLatitudes.map(({ id, choices }) => `${id}: ${choices.join(' | ')}`);
    const text = ['# requirements', ...requirements.sort(byId), '', '# latitudes', ...latitudes.sort(), ''];
    await expect(text.join('\n')).toMatchFileSnapshot('ids.snapshot.txt');
  });

  it('cites only sections that the documents have', () => {
    const unknown = rows.filter(({ document, section }) => !sections[document].includes(headingOf(section)));
    expect(unknown.map(({ id, section }) => `${id}: ${section}`)).toEqual([]);
  });

  it.each(['legacy', 'resource'] as const)('has a row for every section of the %s document', (document) => {
    expect(sections[document].filter((section) => !isCited(document, section))).toEqual([]);
  });

  it('is put in the order of the documents by their headings, also where a section adds something in brackets', () => {
    const ordered = inDocumentOrder(allRequirements.toReversed());
    const headings = [
      ...new Set(ordered.map(({ document, section }) => `${document} ${headingOf(section)}`)),
    ];
    const cited = new Set(headings);
    const wanted = (['legacy', 'resource'] as const)
      .flatMap((document) => sections[document].map((section) => `${document} ${section}`))
      .filter((one) => cited.has(one));
    expect(headings).toEqual(wanted);
  });

  it('names an existing choice where an open point can make a row unobservable', () => {
    const wrong = allRequirements.filter(({ unseenWhere = [] }) =>
      [unseenWhere].flat().some(({ latitude, choice }) => {
        const known = allLatitudes.find(({ id }) => id === latitude);
        return known?.choices.includes(choice) !== true;
      }),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('states every requirement in a sentence', () => {
    const wrong = allRequirements.filter(({ text }) => !/^\S.* .*\.$/s.test(text));
    expect(wrong.map(({ id, text }) => `${id}: ${text}`)).toEqual([]);
  });

  it('gives every open point a question and different choices', () => {
    const wrong = allLatitudes.filter(
      ({ question, choices }) => !question.includes('?') || new Set(choices).size !== choices.length,
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});

function isCited(document: Document, section: string): boolean {
  return rows.some((row) => row.document === document && headingOf(row.section) === section);
}

function byId(a: string, b: string): number {
  return a.slice(5) < b.slice(5) ? -1 : 1;
}

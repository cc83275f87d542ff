import { describe, expect, test } from 'vitest';
import { exactly, html, lines } from '../../../reports/page/html.ts';
import { hostileTexts } from './hostile.ts';

const hidden = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\u{e0000}-\u{e007f}]/u;

describe('a template', () => {
  test.each(hostileTexts.map((text) => [JSON.stringify(text.slice(0, 40)), text]))(
    'makes %s text, in an element and in an attribute',
    (_name, text) => {
      const made = html`<p title="${text}">${text}</p>`.text;
      const [, attribute = '', content = ''] = /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(made) ?? [];
      expect(attribute).toBe(content);
      expect(content).not.toBe('');
      expect(content).not.toMatch(/[<>"'`]/);
      expect(content).not.toMatch(hidden);
      expect(content.length).toBeLessThan(20_000);
    },
  );

  test('keeps HTML that it made itself, and no other', () => {
    const items = ['a', 'b<'].map((item) => html`<li>${item}</li>`);
    expect(html`${items}`.text).toBe('<li>a</li><li>b&lt;</li>');
    const forged = { text: '<b>' } as unknown as string;
    expect(html`${JSON.stringify(forged)}`.text).not.toContain('<b>');
  });

  test('gives nothing for undefined and false, and numbers unchanged', () => {
    expect(html`${undefined}${false}${0}`.text).toBe('0');
  });
});

test('lines keep their breaks, and are cut after a number of lines', () => {
  expect(lines('a\n<b>\nc\nd', 3).text).toBe('a\n&lt;b&gt;\nc\n…');
});

test.each(hostileTexts.map((text) => [JSON.stringify(text.slice(0, 40)), text]))(
  'what is copied is %s to the letter',
  (_name, text) => {
    const attribute = exactly(text).text;
    expect(attribute).toMatch(/^[ -~]*$/);
    expect(attribute).not.toMatch(/[<>"']/);
    const read = attribute
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&#96;', '`')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(read)).toBe(text);
  },
);

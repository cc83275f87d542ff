import { expect, it } from 'vitest';
import { otherText, otherTexts, signedParts } from '../../generators/legacy/authorize-checksums.ts';
import { authorizeMaterial } from '../../models/legacy/authorize-material.ts';
import { body } from '../support/legacy-replies.ts';

it.each(otherTexts)('%s is made of another text than the document gives', (kind) => {
  const right = authorizeMaterial(body);
  for (let nth = 0; nth < signedParts.length - 1; nth += 1)
    expect(otherText(kind, body, nth)).not.toBe(right);
});

it('each part of the text is left out once', () => {
  const texts = otherTexts.map((kind) => otherText(kind, body, 0));
  for (const without of [
    'shop3210true110192.0.2.1',
    '10003210true110192.0.2.1',
    '1000shop210true110192.0.2.1',
    '1000shop3210true110',
  ])
    expect(texts).toContain(without);
});

import { describe, expect, test } from 'vitest';
import { convert } from 'xmlbuilder2';
import { certificate } from '../../../reports/certificate/certificate.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { badge, badgeSvg } from '../../../reports/ci/badge.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { conformantRun, faultyRun } from '../page/whole-runs.ts';

// Its rows without evidence alone would leave it inconclusive.
const conformant: Certificate = {
  ...certificate(fold(conformantRun), register),
  verdict: 'conformant',
};
const faulty = certificate(fold(faultyRun()), register);
const interrupted = certificate(
  fold(conformantRun.map((one) => (one.k === 'end' ? { ...one, interrupted: true } : one))),
  register,
);

const partly = (complete: boolean, of: Certificate): Certificate =>
  of.scope === undefined ? of : { ...of, scope: { ...of.scope, complete } };

describe('the badge', () => {
  test('is bright green and says no more where the target is conformant and nothing was left out', () => {
    expect(badge(partly(true, conformant))).toEqual({
      schemaVersion: 1,
      label: 'payproof',
      message: 'conformant',
      color: 'brightgreen',
    });
  });

  test('says how much was tested where that is not all', () => {
    const { message, color } = badge(partly(false, conformant));
    expect(message).toMatch(/^conformant in part: \d+ of \d+ tested$/);
    expect(color).toBe('green');
    expect(badge(partly(false, faulty)).message).toMatch(/; \d+ of \d+ tested$/);
  });

  test('is red where a requirement is broken, and says how many are', () => {
    const failed = faulty.requirements.filter(({ verdict }) => verdict === 'fail').length;
    expect(failed).toBeGreaterThan(10);
    expect(badge(partly(true, faulty))).toMatchObject({
      message: `${failed} requirements broken`,
      color: 'red',
    });
  });

  test('is neither green nor red where the run is inconclusive, however much has passed', () => {
    expect(interrupted.verdict).toBe('inconclusive');
    for (const complete of [true, false])
      expect(badge(partly(complete, interrupted))).toMatchObject({
        message: expect.stringMatching(/^inconclusive/) as string,
        color: 'lightgrey',
      });
  });

  test('is a picture that loads nothing, and has its words as its name', () => {
    for (const one of [conformant, faulty, interrupted]) {
      const svg = badgeSvg(one);
      const picture = convert(svg, { format: 'object' }) as { svg: Record<string, unknown> };
      expect(picture.svg['@aria-label']).toBe(`payproof: ${badge(one).message}`);
      expect(svg).not.toMatch(/href|<script|<image|url\((?!#)/);
    }
  });
});

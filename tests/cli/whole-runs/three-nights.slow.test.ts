import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { startReference } from '../../../reference/server.ts';
import { certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { historyJsonSchema, type HistoryRow } from '../../../reports/nightly/history-schema.ts';
import { freeAddress } from '../../harness/local-server.ts';
import { cleanUp, night, placeOf, retarget, type Told, verb } from '../../support/runs/night-place.ts';

const rule = 'resource.auth.wrong-key';
const address = (url: string, key: string) => `resource: { base_url: ${url}, secret_key: ${key} }`;

/** The address of a server with these faults. */
async function server(faults: readonly string[]): Promise<string> {
  const { url, keys, close } = await startReference({ control: false, faults });
  cleanUp.push(close);
  return address(url, keys.secretKey);
}

describe('nights in which a fault appears, the target is away, and the fault is gone', () => {
  const names = ['sound', 'faulty', 'away', 'mended'] as const;
  const nights = new Map<string, Told>();
  let own = '';
  const told = (name: (typeof names)[number]) => nights.get(name) as Told;
  const folder = (name: string) => join(own, 'runs', name);
  const textOf = (name: string, file: string) => readFileSync(join(folder(name), file), 'utf8');
  const history = (): readonly HistoryRow[] =>
    readFileSync(join(own, 'runs/history.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as HistoryRow);

  beforeAll(async () => {
    const sound = await server([]);
    own = placeOf(sound);
    const places = {
      sound,
      faulty: await server(['resource-wrong-key-is-401']),
      away: address(await freeAddress(), 'sk_test_a'),
      mended: sound,
    };
    for (const name of names) {
      retarget(own, places[name]);
      vi.stubEnv('GITHUB_STEP_SUMMARY', join(own, `${name}.md`));
      nights.set(name, await night(own, name, ['--github']));
    }
    vi.unstubAllEnvs();
  }, 120_000);

  test('end with 0, 1, 3 and 0, and say why on the last line', () => {
    expect(names.map((name) => told(name).exit)).toEqual([0, 1, 3, 0]);
    const last = (name: (typeof names)[number]) =>
      told(name)
        .out.split('\n')
        .findLast((line) => line.startsWith('own: '));
    expect(last('sound')).toContain('own: no alarm');
    expect(last('faulty')).toContain('own: alarm: 1 new violation');
    expect(last('away')).toMatch(/own: inconclusive: .* could not be reached: connection refused/);
    expect(last('mended')).toContain('own: no alarm');
  });

  test('have a line each in the history, which fits its schema', () => {
    expect(
      history().map(({ run, exit, verdict, new: fresh, gone, violations, held, seen }) => ({
        told: [run, exit, verdict],
        counts: [fresh, gone, violations],
        seen: seen?.map(({ requirement, flaky }) => [requirement, flaky]),
        held,
      })),
    ).toEqual([
      { told: ['sound', 0, 'quiet'], counts: [0, 0, 0], seen: [], held: [] },
      { told: ['faulty', 1, 'alarm'], counts: [1, 0, 1], seen: [[rule, false]], held: [] },
      { told: ['away', 3, 'inconclusive'], counts: [0, 0, 0], seen: [], held: [] },
      { told: ['mended', 0, 'quiet'], counts: [0, 1, 0], seen: [], held: [rule] },
    ]);
    const fits = new Ajv({ strict: false, validateFormats: false }).compile(historyJsonSchema());
    for (const row of history()) expect(fits(row), JSON.stringify(fits.errors)).toBe(true);
    expect(fits({ ...history()[0], exit: 'none' })).toBe(false);
  });

  test('have the same verdict in the certificate, on the page and in the trend', () => {
    const words = { quiet: 'no alarm', alarm: 'alarm', inconclusive: 'inconclusive' };
    for (const name of names) {
      const { verdict, reasons, exit, trend } = told(name).night;
      const certificate = certificateSchema.parse(JSON.parse(textOf(name, 'certificate.json')));
      expect(certificate.night).toMatchObject({ verdict, reasons, exit });
      expect(textOf(name, 'report.html')).toContain(`<title>own: ${words[verdict]}: payproof</title>`);
      expect(trend.map(({ run }) => run)).toEqual(names.slice(0, names.indexOf(name) + 1));
      expect(trend.at(-1)?.exit).toBe(exit);
    }
  });

  test('are reported to GitHub with the same line', () => {
    const summary = (name: string) =>
      readFileSync(join(own, `${name}.md`), 'utf8').replaceAll(/&#(\d+);/g, (_all, code: string) =>
        String.fromCodePoint(Number(code)),
      );
    expect(names.map((name) => summary(name).split('\n')[0])).toEqual(
      ['✅', '❌', '⚠️', '✅'].map((sign) => `## ${sign} payproof nightly: <code>own</code>`),
    );
    expect(summary('faulty')).toContain('own: alarm: 1 new violation');
    expect(summary('away')).toContain('could not be reached: connection refused');
    const [counts = ''] = /^\| compared with .*$/m.exec(summary('mended')) ?? [];
    expect(counts).toMatch('| compared with <code>faulty</code> | 0 | 0 | 1 |');
  });

  test('are compared past the night that was away, and know when the violation was seen', () => {
    expect(names.map((name) => told(name).night.compared_with)).toEqual([null, 'sound', 'faulty', 'faulty']);
    expect(told('away').night.violations).toMatchObject({ gone: [], untried: [{ requirement: [rule] }] });
    expect(told('mended').night.violations.gone).toMatchObject([{ requirement: [rule] }]);
    const began = told('faulty').night.trend.at(-1)?.started_at;
    expect(told('mended').night.sightings).toEqual([
      {
        requirement: rule,
        first_seen: began,
        last_seen: began,
        nights: 1,
        tried: 1,
        flake_rate: 0,
        tonight: 'held',
      },
    ]);
    const html = textOf('mended', 'report.html')
      .replaceAll('<wbr />', '')
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .replaceAll(/ +/g, ' ');
    expect(html.slice(html.indexOf(' Gone '), html.indexOf(' Flaky '))).toMatch(`Gone 1 ${rule} : `);
  });

  test('keep their journals compressed, and are verified, drawn again and replayed from them', async () => {
    for (const name of names) {
      expect(existsSync(join(folder(name), 'journal.ndjson'))).toBe(false);
      const { exit, out } = await verb(['verify', folder(name)]);
      expect(exit, out).toBe(0);
    }
    const before = textOf('away', 'nightly.json');
    expect((await verb(['report', folder('away')])).exit).toBe(0);
    expect(textOf('away', 'nightly.json')).toBe(before);
    const [{ reproduction = '' } = {}] = told('faulty').night.violations.new;
    const targets = ['--targets', join(own, 'targets.yaml')];
    const { exit, out } = await verb(['replay', join(folder('faulty'), reproduction), ...targets]);
    expect(exit, out).toBe(0);
    expect((await verb(['nightly', '--resume', folder('away'), ...targets])).out).toContain(
      'it has come to its end',
    );
  });
});

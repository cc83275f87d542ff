import { chromiumPath } from '../../support/targets/chromium.ts';
import { folderOf, fontsOf } from './fonts.ts';

/** A machine that differs from ours in one thing that must not matter. */
export interface Machine {
  readonly name: string;
  /** Its environment; or why it can't be made here. */
  readonly environment: () => Readonly<Record<string, string>> | { readonly none: string };
  /** What could depend on that. */
  readonly tests: readonly string[];
}

/** What is drawn by a browser and measured there. */
const drawn = [
  'tests/reports/page',
  'tests/harness/checkout/merchant-page.test.ts',
  'tests/reference/checkout/dialog.test.ts',
  'tests/cli/whole-runs/fleet.slow.test.ts',
];

/** What writes, reads, sorts or compares dates, numbers and texts, and programs of the system that do. */
const written = [
  'tests/spec',
  'tests/models',
  'tests/engine',
  'tests/reports',
  'tests/harness',
  'tests/reference',
  'tests/generators',
  'tests/house',
  'tests/cli/nightly',
  'tests/cli/wrong-input',
];

const withFonts = (family: string, packages: string): Machine => ({
  name: `${family} alone`,
  environment: () => {
    const folder = folderOf(`${family} Mono`) ?? folderOf(`${family} Sans Mono`);
    if (chromiumPath === undefined) return { none: 'there is no Chromium: apt-get install chromium' };
    if (folder === undefined) return { none: `there are no such fonts: apt-get install ${packages}` };
    return { FONTCONFIG_FILE: fontsOf(folder) };
  },
  tests: drawn,
});

const withEnvironment = (environment: Readonly<Record<string, string>>): Machine => ({
  name: Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join(' '),
  environment: () => environment,
  tests: written,
});

const dejaVu = withFonts('DejaVu', 'fonts-dejavu');
const liberation = withFonts('Liberation', 'fonts-liberation');
const noto = withFonts('Noto', 'fonts-noto-core fonts-noto-mono');
const german = withEnvironment({ LANG: 'de_DE.UTF-8' });
const plain = withEnvironment({ LANG: 'C' });
const tokyo = withEnvironment({ TZ: 'Asia/Tokyo' });
const honolulu = withEnvironment({ TZ: 'Pacific/Honolulu' });
const kathmandu = withEnvironment({ TZ: 'Asia/Kathmandu' });

/** The machines, each with the tests that could depend on what it has of its own. */
export const machines: readonly Machine[] = [
  dejaVu,
  liberation,
  noto,
  german,
  plain,
  tokyo,
  honolulu,
  kathmandu,
];

/** One machine with what several have of their own, for all tests. */
const combined = (...parts: readonly Machine[]): Machine => ({
  name: parts.map(({ name }) => name).join(', '),
  environment: () => {
    const environments = parts.map(({ environment }) => environment());
    return (
      environments.find((one) => 'none' in one) ??
      Object.fromEntries(environments.flatMap((one) => Object.entries(one)))
    );
  },
  tests: [],
});

/** As few machines as have each font, locale and time zone once: all tests take long. */
export const wholeMachines: readonly Machine[] = [
  combined(dejaVu, german, tokyo),
  combined(liberation, plain, honolulu),
  combined(noto, german, kathmandu),
];

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { targetsJsonSchema } from '../../harness/settings/targets-json-schema.ts';
import { markdownTable } from '../../reports/words/markdown-table.ts';
import { root } from './reading/sources.ts';

/** What this test reads of a schema. */
interface Schema {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly default?: string | number | boolean | object;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** A key of the entry of a target, once for all kinds of targets that have it. */
interface Key {
  readonly path: string;
  readonly forms: Set<string>;
  readonly kinds: Set<string>;
  readonly defaults: Set<string>;
}

const intro = `# All settings of a target

Each key of an entry of \`targets.yaml\`, as its schema has it; a variable (\`\${NAME}\`) may fill each value. [Add a target](add-a-target.md) explains them.
A test writes this page: \`npx vitest run --project self tests/house/settings-page.test.ts -u\`.
`;

/** Variables are everywhere, and said once. */
const isVariable = ({ pattern }: Schema): boolean => pattern?.startsWith('\\$\\{') === true;
const choicesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  [...(anyOf ?? []), ...(oneOf ?? [])].filter((one) => !isVariable(one));

function formOf(schema: Schema): readonly string[] {
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.flatMap(formOf);
  if (schema.const !== undefined) return [`\`${schema.const}\``];
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${one}\``);
  if (schema.properties !== undefined) return ['a block'];
  if (schema.type === 'array') return ['a list'];
  if (schema.type === 'object') return ['keys of your own'];
  if (schema.type === 'boolean') return ['`true`', '`false`'];
  return [schema.type === 'string' ? 'text' : (schema.type ?? 'any')];
}

function collect(schema: Schema, path: string, kind: string, keys: Map<string, Key>): void {
  for (const choice of choicesOf(schema)) collect(choice, path, kind, keys);
  if (schema.items !== undefined) collect(schema.items, `${path}[]`, kind, keys);
  if (typeof schema.additionalProperties === 'object')
    collect(schema.additionalProperties, `${path}.*`, kind, keys);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    const key = keys.get(at) ?? { path: at, forms: new Set(), kinds: new Set(), defaults: new Set() };
    for (const form of formOf(inner)) key.forms.add(form);
    key.kinds.add(kind);
    if (inner.default !== undefined && typeof inner.default !== 'object')
      key.defaults.add(`\`${String(inner.default)}\``);
    keys.set(at, key);
    collect(inner, at, kind, keys);
  }
}

test('the page of all settings has every key of the schema, with its form and its default', async () => {
  const entry = (targetsJsonSchema() as Schema).properties?.['targets']?.additionalProperties;
  const keys = new Map<string, Key>();
  if (typeof entry === 'object')
    for (const choice of choicesOf(entry))
      collect(choice, '', choice.properties?.['kind']?.const ?? '', keys);
  expect(keys.size).toBeGreaterThan(80);
  const rows = [...keys.values()].map(({ path, forms, kinds, defaults }) => [
    `\`${path}\``,
    [...forms].join(', '),
    [...kinds].join(', '),
    [...defaults].join(', '),
  ]);
  const table = markdownTable(['key', 'is', 'of a target', 'default'], new Set(), rows);
  const guides = ['add-a-target', 'checkout', 'certify-a-sandbox'].map((page) =>
    readFileSync(join(root, `docs/${page}.md`), 'utf8'),
  );
  const unexplained = [...keys.keys()].filter(
    (path) => !guides.some((text) => text.includes(path.split('.').at(-1) ?? path)),
  );
  expect(unexplained).toEqual([]);
  await expect(`${intro}\n${table}\n`).toMatchFileSnapshot('../../docs/settings.md');
});

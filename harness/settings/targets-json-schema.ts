import { z } from 'zod';
import { targetsFileSchema } from './settings-schema.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Inner = z.core.JSONSchema._JSONSchema;

/** A text that a variable fills, in place of any other value. */
const variable = { type: 'string', pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\\}' } as const;

/** The JSON Schema (draft 7) of a targets file as it is written: its keys, their forms, and that a variable may fill each. */
export function targetsJsonSchema(): Schema {
  const schema = z.toJSONSchema(targetsFileSchema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  });
  return { title: 'payproof: targets.yaml', ...withVariables(schema) };
}

const parts = ['properties', 'patternProperties'] as const;
const lists = ['anyOf', 'oneOf', 'allOf'] as const;

/** The same, where every single value may be a variable too. The kind of a target, which a variable can't fill, stays. */
function withVariables(schema: Schema): Schema {
  const changed: Schema = { ...schema };
  for (const name of parts)
    if (changed[name] !== undefined)
      changed[name] = Object.fromEntries(
        Object.entries(changed[name]).map(([key, inner]) => [key, key === 'kind' ? inner : within(inner)]),
      );
  for (const name of lists) if (changed[name] !== undefined) changed[name] = changed[name].map(within);
  if (changed.items !== undefined && !Array.isArray(changed.items)) changed.items = within(changed.items);
  if (changed.additionalProperties !== undefined)
    changed.additionalProperties = within(changed.additionalProperties);
  return isSingle(changed) ? { anyOf: [changed, variable] } : changed;
}

function within<T extends Inner>(schema: T): T | Schema {
  return typeof schema === 'boolean' ? schema : withVariables(schema);
}

/** Whether values are single ones, and restricted: any text may hold a variable. */
function isSingle({ type, pattern, const: only, enum: some }: Schema): boolean {
  if (type === 'number' || type === 'integer' || type === 'boolean') return true;
  return type === 'string' && (pattern !== undefined || only !== undefined || some !== undefined);
}

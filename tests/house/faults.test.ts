import { describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults.ts';
import type { Field } from '../../spec/fields/field.ts';
import { allFields } from '../../spec/fields/all-fields.ts';
import { allRequirements } from '../../spec/register.ts';
import { sources } from './reading/sources.ts';

// Those of the table of fields are derived: no file has their ids.
const written = faults.filter(({ derived }) => derived !== true);
const files = sources().filter(({ path }) => path.startsWith('reference/faults/'));

describe('the source of the faults', () => {
  it('holds each id of a fault in exactly one file, as a literal', () => {
    const misplaced = written
      .map(({ id }) => ({
        id,
        paths: files.filter(({ text }) => text.includes(`'${id}'`)).map(({ path }) => path),
      }))
      .filter(({ paths }) => paths.length !== 1);
    expect(misplaced).toEqual([]);
  });

  it('holds the id of the requirement next to that of the fault', () => {
    const code = files.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\n');
    const apart = written.filter(
      ({ id, requirement }) => !new RegExp(`fault\\( ?'${id}', '${requirement}',`).test(code),
    );
    expect(apart.map(({ id }) => id)).toEqual([]);
  });

  it('lies in the folder of the document that the fault breaks', () => {
    const documents = new Map(allRequirements.map(({ id, document }) => [id, document]));
    const astray = written.filter(({ id, requirement }) => {
      const [file] = files.filter(({ text }) => text.includes(`'${id}'`));
      return file?.path.startsWith(`reference/faults/${documents.get(requirement)}/`) !== true;
    });
    expect(astray.map(({ id }) => id)).toEqual([]);
  });

  it('has a file for each operation that a fault breaks, under the name of the operation', () => {
    const shared = new Set(['common', 'token-get', 'token-list']);
    const operations = new Map(allRequirements.map(({ id, operation }) => [id, operation]));
    const broken = new Set(faults.map(({ requirement }) => operations.get(requirement) ?? requirement));
    const missing = [...broken].filter(
      (name) => !shared.has(name) && !files.some(({ path }) => path.endsWith(`/${name}.ts`)),
    );
    expect(missing).toEqual([]);
  });
});

describe('the faults of the table of fields', () => {
  const derived = faults.filter((fault) => fault.derived === true);
  const cells = allFields.flatMap(({ fields, ...record }) => fields.map((field) => ({ record, field })));

  it('have one for each cell: another value of the field', () => {
    const blamed = cells.map(({ record, field }) =>
      record.read === 'events' ? field.row.id : (field.onRead ?? record.readChangesNothing).id,
    );
    expect(cells.length).toBeGreaterThanOrEqual(60);
    expect(derived.slice(0, cells.length).map(({ requirement }) => requirement)).toEqual(blamed);
  });

  it('break the row of each field that the service gives a record once and for all', () => {
    const constant = cells.filter(
      ({ record, field }) =>
        record.alsoIn.length > 0 &&
        !record.at.includes('*') &&
        field.from === 'service' &&
        field.changedBy.length === 0 &&
        field.onRead === undefined,
    );
    const inReplies = derived.slice(cells.length, cells.length + constant.length);
    expect(inReplies.map(({ requirement }) => requirement)).toEqual(
      constant.map(({ field }) => field.row.id),
    );
  });

  it('make each field malformed in each way that the document refuses', () => {
    const count = (isWrong: (field: Field) => boolean) => cells.filter(({ field }) => isWrong(field)).length;
    const ofAlways = count(({ shown }) => shown === 'always');
    const named = (how: string) => derived.filter(({ id }) => id.endsWith(`-${how}`)).length;
    expect([named('missing'), named('null')]).toEqual([ofAlways, ofAlways]);
    expect(named('of-other-type')).toBe(cells.length);
    expect(named('of-other-prefix')).toBe(count(({ prefix }) => prefix !== undefined));
  });

  it('name operations of the reference, by which they are seen', () => {
    const seams = new Set(derived.flatMap(({ reply }) => Object.keys(reply ?? {})));
    expect([...seams].filter((name) => !known.has(name))).toEqual([]);
  });
});

const known: ReadonlySet<string> = new Set([
  ...['create', 'get', 'capture', 'refund', 'update', 'close'].map((name) => `payments.${name}`),
  ...['get', 'list', 'suspend', 'resume', 'delete'].map((name) => `tokens.${name}`),
  'status',
  'update',
  'close',
  'capture',
]);

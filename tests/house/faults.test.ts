import { describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults.ts';
import { allRequirements } from '../../spec/register.ts';
import { sources } from './reading/sources.ts';

const files = sources().filter(({ path }) => path.startsWith('reference/faults/'));

describe('the source of the faults', () => {
  it('holds each id of a fault in exactly one file, as a literal', () => {
    const misplaced = faults
      .map(({ id }) => ({
        id,
        paths: files.filter(({ text }) => text.includes(`'${id}'`)).map(({ path }) => path),
      }))
      .filter(({ paths }) => paths.length !== 1);
    expect(misplaced).toEqual([]);
  });

  it('holds the id of the requirement next to that of the fault', () => {
    const code = files.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\n');
    const apart = faults.filter(
      ({ id, requirement }) => !new RegExp(`fault\\( ?'${id}', '${requirement}',`).test(code),
    );
    expect(apart.map(({ id }) => id)).toEqual([]);
  });

  it('lies in the folder of the document that the fault breaks', () => {
    const documents = new Map(allRequirements.map(({ id, document }) => [id, document]));
    const astray = faults.filter(({ id, requirement }) => {
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

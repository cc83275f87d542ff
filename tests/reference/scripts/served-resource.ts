import { afterAll, beforeAll } from 'vitest';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { makers, resourceClient } from './resource-client.ts';

/** A reference with its resource interface, and what makes things there. */
export interface ServedResource {
  readonly reference: RunningReference;
  readonly api: ReturnType<typeof resourceClient>;
  readonly make: ReturnType<typeof makers>;
}

/** Serves it for the tests of a file. It is there while they run. */
export function servedResource(): ServedResource {
  let reference: RunningReference;
  let api: ServedResource['api'];
  beforeAll(async () => {
    reference = await startReference();
    api = resourceClient((path, init) => fetch(reference.url + path, init), reference.keys);
  });
  afterAll(() => reference.close());
  return {
    get reference() {
      return reference;
    },
    get api() {
      return api;
    },
    get make() {
      return makers(api);
    },
  };
}

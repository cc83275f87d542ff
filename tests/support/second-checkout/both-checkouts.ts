import { afterAll, beforeAll } from 'vitest';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { allowChromium } from '../targets/chromium.ts';
import { type SecondCheckout, startSecondCheckout } from './serve.ts';

/** A reference with its own checkout, and the other one before it. */
export interface BothCheckouts {
  readonly reference: RunningReference;
  readonly second: SecondCheckout;
}

/** Serves both for the tests of a block, which may use the browser. They are there while its tests run. */
export function bothCheckouts(): BothCheckouts {
  let reference: RunningReference;
  let second: SecondCheckout;
  let forbid = (): void => undefined;
  beforeAll(async () => {
    forbid = allowChromium();
    reference = await startReference();
    second = await startSecondCheckout(reference);
  });
  afterAll(async () => {
    forbid();
    await second.close();
    await reference.close();
  });
  return {
    get reference() {
      return reference;
    },
    get second() {
      return second;
    },
  };
}

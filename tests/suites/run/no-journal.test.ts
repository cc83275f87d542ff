import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { openRun } from '../../../suites/run/open-run.ts';
import { noJournal } from '../../../suites/run/session.ts';
import { openWebhookSession } from './webhook-session.ts';

test('of two runs that keep nothing, none listens to what the other one has: a process with many runs would hold them all', async () => {
  const { session, close } = await openWebhookSession();
  try {
    const journals = [noJournal(), noJournal()];
    for (const journal of journals) await openRun(session.config, journal).close();
    expect(journals.map(({ full }) => getEventListeners(full, 'abort').length)).toEqual([1, 1]);
  } finally {
    await close();
  }
});

import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange, Traffic } from '../../../harness/traffic/traffic.ts';
import { recogniser, type Recognised } from '../recognise/recognise.ts';
import { addControl } from './control.ts';
import { addLegacy } from './legacy.ts';
import { addResource } from './resource.ts';
import { Threads } from './threads.ts';

/** Ties the exchanges of recorded traffic together by what they name. */
export function threadsOf(traffic: Traffic, target: Target): Threads {
  const threads = new Threads(traffic, target.legacy?.validityMs ?? Infinity);
  const recognise = recogniser(target);
  for (const exchange of traffic.exchanges) add(threads, exchange, recognise(exchange));
  return threads;
}

function add(threads: Threads, exchange: RecordedExchange, recognised: Recognised): void {
  if ('unjudged' in recognised) {
    if (recognised.unjudged !== 'elsewhere') threads.doubt(exchange);
    return threads.leaveOut(recognised.unjudged);
  }
  const { call, server } = recognised;
  if (call.to === 'control') addControl(threads, exchange, call, server);
  else if (call.to === 'legacy') addLegacy(threads, exchange, call, server);
  else addResource(threads, exchange, call, server);
  return threads.note(exchange, call, server);
}

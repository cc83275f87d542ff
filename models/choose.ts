import type { Outcome } from '../engine/model.ts';
import type { Latitude } from '../spec/latitude.ts';
import { changed } from './rechecked.ts';
import type { Reply } from './wire.ts';

type Some<S, N> = Outcome<S, Reply, N> | readonly Outcome<S, Reply, N>[];

/**
 * The outcomes under the choices that a latitude permits; each then assumes its choice.
 * A choice may be left out when it cannot be distinguished or cannot happen. The first one is the ordinary one.
 */
export function choose<L extends Latitude, S, N>(
  latitude: L,
  byChoice: { readonly [C in L['choices'][number]]?: Some<S, N> },
): readonly Outcome<S, Reply, N>[] {
  const chosen: Outcome<S, Reply, N>[] = [];
  // A loop, for speed: every prediction calls this several times.
  for (const choice in byChoice) {
    // Shared by the outcomes that assume nothing else.
    const alone = { [latitude.id]: choice };
    for (const outcome of listed<S, N>(byChoice[choice as L['choices'][number]] ?? [])) {
      const assumes = outcome.assumes === undefined ? alone : { ...outcome.assumes, ...alone };
      chosen.push(changed(outcome, { assumes }));
    }
  }
  return chosen;
}

function listed<S, N>(outcomes: Some<S, N>): readonly Outcome<S, Reply, N>[] {
  return Array.isArray(outcomes)
    ? (outcomes as readonly Outcome<S, Reply, N>[])
    : [outcomes as Outcome<S, Reply, N>];
}
